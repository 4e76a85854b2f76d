package dev.mooring.auth.grant;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** The guarantees of every {@link AuthorizationStore}. */
public abstract class AuthorizationStoreContract {
    private static final Instant NOW = Instant.parse("2026-11-17T12:00:00.123Z");
    private static final Instant LATER = NOW.plus(Duration.ofDays(60));
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final String firstToken = unique("refresh ");
    private final String secondToken = unique("refresh ");

    /** Returns a store without contents. */
    protected abstract AuthorizationStore open();

    private static String unique(String prefix) {
        return prefix + UUID.randomUUID();
    }

    private static Grant grant(String subject, String client, Instant created) {
        return new Grant(
                unique("grant "),
                subject,
                client,
                "Claude “Ω”",
                URI.create("https://claude.ai/callback?x=1"),
                "https://notes.example.com/mcp",
                Set.of("notes:read", "notes:write"),
                created,
                created,
                LATER);
    }

    private static GrantCode code() {
        return new GrantCode(unique("code "), "the challenge", NOW.plus(MINUTE));
    }

    private static StoredClient client(String digest, Instant created) {
        return new StoredClient(
                unique("client "), digest, "Claude", List.of("https://claude.ai/a", "http://127.0.0.1/b"), created);
    }

    private record Active(Grant grant, String refresh) {}

    private static Active activate(AuthorizationStore store, Grant grant) {
        GrantCode code = code();
        String refresh = unique("refresh ");
        store.add(grant, code);
        assertThat(store.redeemCode(code.hash(), refresh, NOW))
                .isEqualTo(new Redemption.CodeRedeemed(grant, "the challenge"));
        return new Active(grant, refresh);
    }

    @Test
    void registeredClientIsFound() {
        AuthorizationStore store = open();
        StoredClient client = client("digest", NOW);

        assertThat(store.register(client, 10)).isEqualTo(client);
        assertThat(store.client(client.id())).contains(client);
        assertThat(store.client("unknown")).isEmpty();
    }

    @Test
    void clientWithTheSameContentIsNotRegisteredTwice() {
        AuthorizationStore store = open();
        StoredClient first = client("digest", NOW);
        StoredClient second = client("digest", NOW.plus(MINUTE));
        store.register(first, 10);

        assertThat(store.register(second, 10)).isEqualTo(first);
        assertThat(store.client(second.id())).isEmpty();
    }

    @Test
    void oldestClientsWithoutAGrantAreRemovedBeyondTheLimit() {
        AuthorizationStore store = open();
        List<StoredClient> clients = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            StoredClient client = client("digest " + i, NOW.plusSeconds(i));
            clients.add(store.register(client, 2));
            if (i == 0) {
                store.add(grant("ada", client.id(), NOW), code());
            }
        }
        assertThat(clients.stream().map(client -> store.client(client.id()).isPresent()))
                .containsExactly(true, false, false, true, true);
    }

    @Test
    void grantIsActiveAfterItsCodeIsRedeemed() {
        AuthorizationStore store = open();
        Grant grant = grant("ada", "client", NOW);
        GrantCode code = code();
        store.add(grant, code);
        assertThat(store.grant(grant.id())).isEmpty();
        assertThat(store.grantsOf("ada")).isEmpty();

        store.redeemCode(code.hash(), firstToken, NOW);
        assertThat(store.grant(grant.id())).contains(grant);
        assertThat(store.grantsOf("ada")).containsExactly(grant);
        assertThat(store.grantOfRefreshToken(firstToken)).contains(grant);
    }

    @Test
    void unknownAndExpiredCodesAreUnknown() {
        AuthorizationStore store = open();
        GrantCode code = code();
        store.add(grant("ada", "client", NOW), code);

        assertThat(store.redeemCode("other", firstToken, NOW)).isEqualTo(Redemption.UNKNOWN);
        assertThat(store.redeemCode(code.hash(), firstToken, code.expires())).isEqualTo(Redemption.UNKNOWN);
        assertThat(store.grantsOf("ada")).isEmpty();
    }

    @Test
    void codeThatIsRedeemedTwiceRevokesItsGrant() {
        AuthorizationStore store = open();
        Grant grant = grant("ada", "client", NOW);
        GrantCode code = code();
        store.add(grant, code);
        store.redeemCode(code.hash(), firstToken, NOW);

        assertThat(store.redeemCode(code.hash(), "other", NOW.plus(MINUTE))).isEqualTo(new Redemption.Replayed(grant));
        assertThat(store.grant(grant.id())).isEmpty();
        assertThat(store.grantOfRefreshToken(firstToken)).isEmpty();
        assertThat(store.redeemCode(code.hash(), "other", NOW)).isEqualTo(Redemption.UNKNOWN);
    }

    @Test
    void rotationReplacesTheRefreshTokenAndExtendsTheGrant() {
        AuthorizationStore store = open();
        Active active = activate(store, grant("ada", "client", NOW));
        Instant use = NOW.plus(MINUTE);
        Grant used = active.grant.usedAt(use, LATER.plus(MINUTE));

        assertThat(store.rotate(active.refresh, secondToken, use, LATER.plus(MINUTE)))
                .isEqualTo(new Redemption.Rotated(used));
        assertThat(store.grant(used.id())).contains(used);
        assertThat(store.rotate(secondToken, unique("next "), use, LATER)).isInstanceOf(Redemption.Rotated.class);
    }

    @Test
    void reuseOfASpentRefreshTokenRevokesTheGrant() {
        AuthorizationStore store = open();
        Active active = activate(store, grant("ada", "client", NOW));
        Active other = activate(store, grant("ada", "client", NOW.minusSeconds(1)));
        store.rotate(active.refresh, firstToken, NOW, LATER);
        store.rotate(firstToken, secondToken, NOW, LATER);

        assertThat(store.rotate(active.refresh, unique("next "), NOW, LATER)).isInstanceOf(Redemption.Replayed.class);
        assertThat(store.rotate(secondToken, unique("next "), NOW, LATER)).isEqualTo(Redemption.UNKNOWN);
        assertThat(store.grantsOf("ada")).containsExactly(other.grant);
    }

    @Test
    void refreshTokenOfAnExpiredGrantIsUnknown() {
        AuthorizationStore store = open();
        Active active = activate(store, grant("ada", "client", NOW));
        assertThat(store.rotate(active.refresh, secondToken, LATER, LATER.plus(MINUTE)))
                .isEqualTo(Redemption.UNKNOWN);
        assertThat(store.rotate("unknown", secondToken, NOW, LATER)).isEqualTo(Redemption.UNKNOWN);
    }

    @Test
    void ofManyConcurrentRotationsOneSucceedsAndTheGrantEnds() throws Exception {
        AuthorizationStore store = open();
        Active active = activate(store, grant("ada", "client", NOW));
        List<Redemption> outcomes = inParallel(() -> store.rotate(active.refresh, unique("next "), NOW, LATER));

        assertThat(outcomes.stream().filter(Redemption.Rotated.class::isInstance))
                .hasSize(1);
        assertThat(outcomes).hasAtLeastOneElementOfType(Redemption.Replayed.class);
        assertThat(store.grantsOf("ada")).isEmpty();
    }

    @Test
    void ofManyConcurrentUsesOfACodeOneSucceedsAndTheGrantEnds() throws Exception {
        AuthorizationStore store = open();
        GrantCode code = code();
        store.add(grant("ada", "client", NOW), code);
        List<Redemption> outcomes = inParallel(() -> store.redeemCode(code.hash(), unique("refresh "), NOW));

        assertThat(outcomes.stream().filter(Redemption.CodeRedeemed.class::isInstance))
                .hasSize(1);
        assertThat(outcomes).hasAtLeastOneElementOfType(Redemption.Replayed.class);
        assertThat(store.grantsOf("ada")).isEmpty();
    }

    @Test
    void concurrentRegistrationsOfTheSameClientGetOneId() throws Exception {
        AuthorizationStore store = open();
        List<StoredClient> clients = inParallel(() -> store.register(client("digest", NOW), 10));
        assertThat(clients.stream().distinct()).hasSize(1);
    }

    private static <T> List<T> inParallel(Callable<T> task) throws Exception {
        try (var threads = Executors.newFixedThreadPool(6)) {
            List<Future<T>> pending = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                pending.add(threads.submit(task));
            }
            List<T> results = new ArrayList<>();
            for (Future<T> each : pending) {
                results.add(each.get());
            }
            return results;
        }
    }

    @Test
    void grantsOfAPersonAreListedNewestFirst() {
        AuthorizationStore store = open();
        Active old = activate(store, grant("ada", "client", NOW.minus(MINUTE)));
        Active recent = activate(store, grant("ada", "client", NOW));
        activate(store, grant("bob", "client", NOW));

        assertThat(store.grantsOf("ada")).containsExactly(recent.grant, old.grant);
    }

    @Test
    void revokedGrantIsGoneWithItsTokens() {
        AuthorizationStore store = open();
        Active active = activate(store, grant("ada", "client", NOW));

        assertThat(store.revoke(active.grant.id())).isTrue();
        assertThat(store.revoke(active.grant.id())).isFalse();
        assertThat(store.grant(active.grant.id())).isEmpty();
        assertThat(store.rotate(active.refresh, secondToken, NOW, LATER)).isEqualTo(Redemption.UNKNOWN);
    }

    @Test
    void sweepRemovesExpiredGrantsAndUnusedCodes() {
        AuthorizationStore store = open();
        Active active = activate(store, grant("ada", "client", NOW));
        GrantCode unused = code();
        store.add(grant("ada", "client", NOW), unused);

        store.sweep(NOW.plus(MINUTE));
        assertThat(store.grantsOf("ada")).containsExactly(active.grant);
        assertThat(store.redeemCode(unused.hash(), "x", NOW)).isEqualTo(Redemption.UNKNOWN);
        store.sweep(LATER);
        assertThat(store.grantsOf("ada")).isEmpty();
        assertThat(store.grantOfRefreshToken(active.refresh)).isEmpty();
    }

    @Test
    void grantWithoutScopesIsKept() {
        AuthorizationStore store = open();
        Grant all = grant("ada", "client", NOW);
        Grant none = new Grant(
                all.id(), "ada", "client", "Claude", all.redirectUri(), all.resource(), Set.of(), NOW, NOW, LATER);
        activate(store, none);
        assertThat(store.grant(none.id())).contains(none);
    }

    @Test
    void keysAreListedNewestFirst() {
        AuthorizationStore store = open();
        SigningKey old = new SigningKey(unique("old "), "{\"d\":\"1\"}", NOW);
        SigningKey recent = new SigningKey(unique("new "), "{\"d\":\"2\"}", NOW.plus(MINUTE));
        assertThat(store.keys()).isEmpty();
        store.addKey(old);
        store.addKey(recent);

        assertThat(store.keys()).containsExactly(recent, old);
        assertThat(recent.toString()).doesNotContain("\"d\"");
        store.removeKey(old.id());
        assertThat(store.keys()).containsExactly(recent);
    }
}
