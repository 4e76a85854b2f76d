package dev.mooring.gateway;

import dev.mooring.handle.EvictionStep;
import dev.mooring.handle.HandleEnd;
import dev.mooring.handle.HandleStore.Limit;
import dev.mooring.session.Sessions;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Makes room at the session limit of an upstream server, which the handles of several endpoints share. Each endpoint makes
 * room at its own limit in the same order; see {@link EvictionStep#at}. Thread-safe.
 */
final class ServerLimit {
    private final Sessions sessions;
    private final Supplier<Stream<OpenHandles>> endpoints;

    ServerLimit(Sessions sessions, Supplier<Stream<OpenHandles>> endpoints) {
        this.sessions = sessions;
        this.endpoints = endpoints;
    }

    /**
     * Ends a handle that has a session with the server, if the server is at its limit. Blocks until the session is closed.
     * Returns false if there is no handle to end.
     *
     * @param requester the handle that needs a session
     */
    boolean makeRoom(String server, GatewayHandle requester) {
        if (!sessions.isAtLimit(server)) {
            return false;
        }
        Map<GatewayHandle, OpenHandles> holders = new HashMap<>();
        endpoints
                .get()
                .forEach(endpoint -> endpoint.all().stream()
                        .filter(handle -> handle != requester
                                && sessions.held(handle.owner(), server).isPresent())
                        .forEach(handle -> holders.put(handle, endpoint)));
        Optional<GatewayHandle> chosen = Eviction.choose(holders.keySet(), requester.caller(), Limit.OVERALL);
        chosen.ifPresent(handle -> Objects.requireNonNull(holders.get(handle)).end(handle, HandleEnd.Reason.EVICTED));
        return chosen.isPresent();
    }
}
