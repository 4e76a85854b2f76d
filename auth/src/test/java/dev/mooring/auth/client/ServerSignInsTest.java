package dev.mooring.auth.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mooring.auth.discovery.OAuthHttp;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ServerSignInsTest {
    private static final String SERVER = "https://notes.example.com/mcp";
    private static final String ISSUER = "https://id.example.com";

    private final TokenStore store = TokenStore.inMemory();
    private final ServerSignIns signIns = signIns(null);

    private ServerSignIns signIns(@Nullable TokenStore registrations) {
        return new ServerSignIns(
                new Settings(
                        URI.create(SERVER),
                        "Test",
                        null,
                        false,
                        null,
                        null,
                        URI.create("http://127.0.0.1:0/callback"),
                        false,
                        Duration.ofMinutes(1),
                        "sign in",
                        false),
                store,
                registrations,
                new OAuthHttp(),
                token -> {});
    }

    private static TokenGrant grant(String refreshToken) {
        return new TokenGrant(
                "client",
                "none",
                URI.create(ISSUER + "/token"),
                null,
                SERVER,
                Set.of("read"),
                Set.of("read"),
                "access of " + refreshToken,
                refreshToken,
                Instant.now(),
                null,
                "me",
                null);
    }

    private static ClientRegistration registration(String clientId, Instant expiresAt) {
        return new ClientRegistration(
                clientId, "secret", "client_secret_basic", "http://127.0.0.1/callback", expiresAt);
    }

    @Test
    void validSharedRegistrationReplacesAnExpiredOne() throws Exception {
        TokenStore shared = TokenStore.inMemory();
        Instant now = Instant.now();
        store.put(store.get(SERVER, ISSUER).with(registration("own", now.minusSeconds(60))));
        shared.put(shared.get(SERVER, ISSUER).with(registration("shared", now.plusSeconds(3600))));

        assertThat(signIns(shared).registration(ISSUER))
                .extracting(ClientRegistration::clientId)
                .isEqualTo("shared");
    }

    @Test
    void requestedScopesDoNotRestoreARefreshTokenThatIsRotatedMeanwhile() throws Exception {
        signIns.save(ISSUER, grant("first"));
        FutureTask<Void> request = new FutureTask<>(() -> {
            signIns.requestAtNextSignIn(ISSUER, Set.of("read", "write"));
            return null;
        });
        Thread thread = Thread.ofPlatform().unstarted(request);
        try (TextStore.Lock _ = signIns.lock()) {
            thread.start();
            await().until(() -> request.isDone() || thread.getState() == Thread.State.WAITING);
            signIns.save(ISSUER, grant("rotated"));
        }
        request.get();

        StoredSignIn stored = store.get(SERVER, ISSUER);
        assertThat(Objects.requireNonNull(stored.grant()).refreshToken()).isEqualTo("rotated");
        assertThat(stored.scopesForNextSignIn()).isEqualTo(Set.of("read", "write"));
    }
}
