package dev.mooring.gateway;

import dev.mooring.handle.EvictionStep;
import dev.mooring.handle.HandleCounts;
import dev.mooring.handle.HandleLimits;
import dev.mooring.handle.HandleOwner;
import dev.mooring.handle.HandleStore.Limit;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Chooses the handle to evict at a limit that no store enforces. */
final class Eviction {
    private Eviction() {}

    /**
     * Returns the handle to end, in the order of {@link EvictionStep#at}; empty if every handle is in use or must stay.
     *
     * @param requester the caller that needs a handle
     */
    static Optional<GatewayHandle> choose(Collection<GatewayHandle> handles, HandleOwner requester, Limit limit) {
        var counts = new HandleCounts(HandleLimits.DEFAULT); // the limits do not matter: this code reserves no handle
        counts.replace(
                handles.stream().collect(Collectors.groupingBy(GatewayHandle::caller, Collectors.summingInt(_ -> 1))));
        List<GatewayHandle> idlestFirst = handles.stream()
                .sorted(Comparator.comparing(GatewayHandle::lastUsed))
                .toList();
        return EvictionStep.at(limit, requester, counts, false).stream()
                .flatMap(step -> step.order(
                        idlestFirst.stream().filter(handle -> step.includes(handle.caller())),
                        GatewayHandle::evictionRank,
                        GatewayHandle::isInUse))
                .findFirst();
    }
}
