package dev.mooring.auth.server;

import dev.mooring.auth.grant.AuthorizationStore;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/** The state that the endpoints of one authorization server share. Thread-safe. */
final class ServerContext {
    private static final Duration SWEEP_INTERVAL = Duration.ofMinutes(1);

    private final Supplier<String> baseUrl;
    private final AuthorizationStore store;
    private final Clients clients;
    private final SigningKeys keys;
    private final ProtectedResources resources;
    private final InstantSource clock;
    private final AtomicReference<Instant> lastSweep = new AtomicReference<>(Instant.EPOCH);

    ServerContext(
            Supplier<String> baseUrl,
            AuthorizationStore store,
            Clients clients,
            SigningKeys keys,
            ProtectedResources resources,
            InstantSource clock) {
        this.baseUrl = baseUrl;
        this.store = store;
        this.clients = clients;
        this.keys = keys;
        this.resources = resources;
        this.clock = clock;
    }

    String issuer() {
        return baseUrl.get();
    }

    AuthorizationStore store() {
        return store;
    }

    Clients clients() {
        return clients;
    }

    SigningKeys keys() {
        return keys;
    }

    ProtectedResources resources() {
        return resources;
    }

    Instant now() {
        return clock.instant();
    }

    /** Removes expired grants, at most once per interval. */
    void sweep() {
        Instant now = now();
        Instant last = lastSweep.get();
        if (!now.isBefore(last.plus(SWEEP_INTERVAL)) && lastSweep.compareAndSet(last, now)) {
            store.sweep(now);
        }
    }
}
