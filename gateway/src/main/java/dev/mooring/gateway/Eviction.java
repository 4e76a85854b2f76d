package dev.mooring.gateway;

import dev.mooring.handle.HandleOwner;
import dev.mooring.handle.HandleStoreOptions;
import java.util.Collection;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Chooses the handle that ends at a limit; see {@link HandleStoreOptions#evictingByRank}. */
final class Eviction {
    private static final Comparator<GatewayHandle> IDLEST_FIRST = Comparator.comparing(GatewayHandle::lastUsed);

    private Eviction() {}

    /**
     * Returns the handle to end; empty if every handle is in use or must stay.
     *
     * @param newcomer the caller that needs a handle
     * @param includesOthers whether a handle of another caller that has more than its fair share can end
     */
    static Optional<GatewayHandle> choose(
            Collection<GatewayHandle> handles, HandleOwner newcomer, boolean includesOthers) {
        Optional<HandleOwner> richest = includesOthers ? aboveShareOf(newcomer, handles) : Optional.empty();
        return handles.stream()
                .filter(each -> each.belongsTo(newcomer)
                        || richest.filter(each::belongsTo).isPresent())
                .filter(each -> each.evictionRank() != HandleStoreOptions.KEEP)
                .min(Comparator.comparingInt(GatewayHandle::evictionRank).thenComparing(IDLEST_FIRST))
                .or(() -> handles.stream()
                        .filter(each -> richest.filter(each::belongsTo).isPresent() && !each.isInUse())
                        .min(IDLEST_FIRST));
    }

    /** Returns the caller with the most sessions, if it would still have at least as many as an owner that gets one of them. */
    private static Optional<HandleOwner> aboveShareOf(HandleOwner owner, Collection<GatewayHandle> handles) {
        Map<HandleOwner, Long> counts = handles.stream()
                .map(GatewayHandle::caller)
                .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
        long own = counts.getOrDefault(owner, 0L);
        return counts.entrySet().stream()
                .filter(each -> each.getValue() > own + 1)
                .max(Map.Entry.comparingByValue())
                .map(Map.Entry::getKey);
    }
}
