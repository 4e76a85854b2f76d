package dev.mooring.auth.grant;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A store in memory. One lock guards all maps, because requests to the authorization server are rare. */
final class InMemoryAuthorizationStore implements AuthorizationStore {
    private final Map<String, StoredClient> clients = new LinkedHashMap<>();
    private final Map<String, Entry> grants = new HashMap<>();
    private final Map<String, Entry> codes = new HashMap<>();
    private final Map<String, Entry> refreshTokens = new HashMap<>();
    private final Map<String, SigningKey> keys = new LinkedHashMap<>();

    /** A grant with its code and tokens. */
    private static final class Entry {
        private final GrantCode code;
        private final Set<String> tokens = new HashSet<>();
        private Grant grant;
        /** The hash of the refresh token that is not spent yet; null until the code is redeemed. */
        private @Nullable String unspent;

        Entry(Grant grant, GrantCode code) {
            this.grant = grant;
            this.code = code;
        }

        boolean isActive() {
            return unspent != null;
        }
    }

    @Override
    public synchronized Optional<StoredClient> client(String id) {
        return Optional.ofNullable(clients.get(id));
    }

    @Override
    public synchronized StoredClient register(StoredClient client, int maxUnused) {
        for (StoredClient known : clients.values()) {
            if (known.digest().equals(client.digest())) {
                return known;
            }
        }
        clients.put(client.id(), client);
        Set<String> used = new HashSet<>();
        grants.values().forEach(entry -> used.add(entry.grant.clientId()));
        List<String> unused =
                clients.keySet().stream().filter(id -> !used.contains(id)).toList();
        unused.subList(0, Math.max(0, unused.size() - maxUnused)).forEach(clients::remove);
        return client;
    }

    @Override
    public synchronized void add(Grant grant, GrantCode code) {
        Entry entry = new Entry(grant, code);
        grants.put(grant.id(), entry);
        codes.put(code.hash(), entry);
    }

    @Override
    public synchronized Redemption redeemCode(String hash, String refreshTokenHash, Instant now) {
        Entry entry = codes.get(hash);
        if (entry == null) {
            return Redemption.UNKNOWN;
        }
        if (entry.isActive()) {
            remove(entry);
            return new Redemption.Replayed(entry.grant);
        }
        if (!now.isBefore(entry.code.expires())) {
            return Redemption.UNKNOWN;
        }
        addToken(entry, refreshTokenHash);
        return new Redemption.CodeRedeemed(entry.grant, entry.code.challenge());
    }

    private void addToken(Entry entry, String hash) {
        entry.tokens.add(hash);
        entry.unspent = hash;
        refreshTokens.put(hash, entry);
    }

    @Override
    public synchronized Optional<Grant> grantOfRefreshToken(String hash) {
        return Optional.ofNullable(refreshTokens.get(hash)).map(entry -> entry.grant);
    }

    @Override
    public synchronized Redemption rotate(String hash, String successorHash, Instant now, Instant expires) {
        Entry entry = refreshTokens.get(hash);
        if (entry == null || !now.isBefore(entry.grant.expires())) {
            return Redemption.UNKNOWN;
        }
        if (!hash.equals(entry.unspent)) {
            remove(entry);
            return new Redemption.Replayed(entry.grant);
        }
        addToken(entry, successorHash);
        entry.grant = entry.grant.usedAt(now, expires);
        return new Redemption.Rotated(entry.grant);
    }

    @Override
    public synchronized Optional<Grant> grant(String id) {
        return Optional.ofNullable(grants.get(id)).filter(Entry::isActive).map(entry -> entry.grant);
    }

    @Override
    public synchronized List<Grant> grantsOf(String subject) {
        return grants.values().stream()
                .filter(entry -> entry.isActive() && entry.grant.subject().equals(subject))
                .map(entry -> entry.grant)
                .sorted(Comparator.comparing(Grant::created).reversed().thenComparing(Grant::id))
                .toList();
    }

    @Override
    public synchronized boolean revoke(String grantId) {
        Entry entry = grants.get(grantId);
        if (entry == null) {
            return false;
        }
        remove(entry);
        return true;
    }

    private void remove(Entry entry) {
        grants.remove(entry.grant.id());
        codes.remove(entry.code.hash());
        entry.tokens.forEach(refreshTokens::remove);
    }

    @Override
    public synchronized List<SigningKey> keys() {
        return keys.values().stream()
                .sorted(Comparator.comparing(SigningKey::created).reversed().thenComparing(SigningKey::id))
                .toList();
    }

    @Override
    public synchronized void addKey(SigningKey key) {
        keys.put(key.id(), key);
    }

    @Override
    public synchronized void removeKey(String id) {
        keys.remove(id);
    }

    @Override
    public synchronized void sweep(Instant now) {
        for (Entry entry : new ArrayList<>(grants.values())) {
            Instant end = entry.isActive() ? entry.grant.expires() : entry.code.expires();
            if (!now.isBefore(end)) {
                remove(entry);
            }
        }
    }
}
