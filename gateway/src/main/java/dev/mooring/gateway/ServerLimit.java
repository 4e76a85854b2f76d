package dev.mooring.gateway;

import dev.mooring.handle.HandleEnd;
import dev.mooring.handle.HandleOwner;
import dev.mooring.handle.HandleStoreOptions;
import dev.mooring.session.Sessions;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Makes room at the session limit of an upstream server, which the handles of several endpoints share. Each endpoint makes
 * room at its own limit in the same order; see {@link HandleStoreOptions#evictingByRank}. Thread-safe.
 */
final class ServerLimit {
    private static final Comparator<Candidate> IDLEST_FIRST = Comparator.comparing(each -> each.handle.lastUsed());

    private final Sessions sessions;
    private final Supplier<Stream<GatewayHandles>> endpoints;

    private record Candidate(GatewayHandle handle, GatewayHandles endpoint) {
        boolean belongsTo(HandleOwner owner) {
            return handle.belongsTo(owner);
        }
    }

    ServerLimit(Sessions sessions, Supplier<Stream<GatewayHandles>> endpoints) {
        this.sessions = sessions;
        this.endpoints = endpoints;
    }

    /**
     * Ends a handle that has a session with the server, if the server is at its limit. Blocks until the session is closed.
     * Returns false if there is no handle to end.
     *
     * @param newcomer the handle that needs a session
     */
    boolean makeRoom(String server, GatewayHandle newcomer) {
        if (!sessions.isAtLimit(server)) {
            return false;
        }
        List<Candidate> holders = endpoints
                .get()
                .flatMap(endpoint -> endpoint.all().stream().map(handle -> new Candidate(handle, endpoint)))
                .filter(each -> each.handle != newcomer
                        && sessions.held(each.handle.owner(), server).isPresent())
                .toList();
        Optional<HandleOwner> richest = aboveShareOf(newcomer.caller(), holders);
        Optional<Candidate> chosen = holders.stream()
                .filter(each -> each.belongsTo(newcomer.caller())
                        || richest.filter(each::belongsTo).isPresent())
                .filter(each -> each.handle.evictionRank() != HandleStoreOptions.KEEP)
                .min(Comparator.<Candidate>comparingInt(each -> each.handle.evictionRank())
                        .thenComparing(IDLEST_FIRST))
                .or(() -> holders.stream()
                        .filter(each -> richest.filter(each::belongsTo).isPresent() && !each.handle.isInUse())
                        .min(IDLEST_FIRST));
        chosen.ifPresent(each -> each.endpoint.end(each.handle, HandleEnd.Reason.EVICTED));
        return chosen.isPresent();
    }

    /** Returns the caller with the most sessions, if it would still have at least as many as an owner that gets one of them. */
    private static Optional<HandleOwner> aboveShareOf(HandleOwner owner, List<Candidate> holders) {
        Map<HandleOwner, Long> counts = holders.stream()
                .map(each -> each.handle.caller())
                .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
        long own = counts.getOrDefault(owner, 0L);
        return counts.entrySet().stream()
                .filter(each -> each.getValue() > own + 1)
                .max(Map.Entry.comparingByValue())
                .map(Map.Entry::getKey);
    }
}
