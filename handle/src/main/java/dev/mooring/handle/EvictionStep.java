package dev.mooring.handle;

import dev.mooring.handle.HandleStore.Limit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;
import org.apiguardian.api.API;

/**
 * One step of the search for a handle to evict at a limit; for implementations of {@link HandleStore}. A step names the owners
 * whose handles are candidates, and orders the candidates.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class EvictionStep {
    private final Set<HandleOwner> owners;
    private final boolean isRanked;

    private EvictionStep(Set<HandleOwner> owners, boolean isRanked) {
        this.owners = owners;
        this.isRanked = isRanked;
    }

    /**
     * Returns the steps at a limit. The first handle of the first step that has a candidate is evicted:
     *
     * <ol>
     *   <li>if the store evicts the idlest, the idlest handle of the same owner
     *   <li>the handle with the lowest {@linkplain HandleStoreOptions#evictionRank rank}, of the same owner or, at the overall
     *       limit, of the largest principal: the one with the most handles, if it has more than its fair share
     *   <li>at the overall limit, the idlest handle of the largest principal, so that no principal can lock out another
     *   <li>at the overall limit, if the store evicts the idlest, the idlest handle of all
     * </ol>
     *
     * @param requester the owner of the new handle
     * @param counts the number of handles by owner
     * @param evictsIdlest see {@link HandleStoreOptions#evictingIdlest}
     */
    public static List<EvictionStep> at(Limit limit, HandleOwner requester, HandleCounts counts, boolean evictsIdlest) {
        Optional<HandleOwner> largest =
                limit == Limit.OVERALL ? counts.largestPrincipalAboveFairShare(requester) : Optional.empty();
        List<EvictionStep> steps = new ArrayList<>();
        if (evictsIdlest) {
            steps.add(new EvictionStep(Set.of(requester), false));
        }
        steps.add(new EvictionStep(
                largest.map(principal -> Set.of(requester, principal)).orElse(Set.of(requester)), true));
        largest.ifPresent(principal -> steps.add(new EvictionStep(Set.of(principal), false)));
        if (evictsIdlest && limit == Limit.OVERALL) {
            steps.add(new EvictionStep(Set.of(), false));
        }
        return steps;
    }

    /** Returns the owners whose handles are candidates; empty if the handles of all owners are. */
    public Set<HandleOwner> owners() {
        return owners;
    }

    /** Returns whether handles of this owner are candidates. */
    public boolean includes(HandleOwner owner) {
        return owners.isEmpty() || owners.contains(owner);
    }

    /**
     * Returns the candidates among handles of {@link #owners}, the first to be evicted first.
     *
     * @param idlestFirst the handles, idlest first
     * @param rank returns the rank of a handle, or {@link HandleStoreOptions#KEEP}
     * @param isInUse tells whether a handle has a call in flight
     * @param <H> the type of the handles
     */
    public <H> Stream<H> order(Stream<H> idlestFirst, ToIntFunction<? super H> rank, Predicate<? super H> isInUse) {
        return isRanked
                ? idlestFirst
                        .map(handle -> new Ranked<H>(handle, rank.applyAsInt(handle)))
                        .filter(ranked -> ranked.rank != HandleStoreOptions.KEEP)
                        .sorted(Comparator.comparingInt(Ranked::rank)) // stable: the idlest of equal rank stays first
                        .map(Ranked::handle)
                : idlestFirst.filter(handle -> !isInUse.test(handle));
    }

    /** A handle with its rank at the start of the search: a call can change the rank meanwhile. */
    private record Ranked<H>(H handle, int rank) {}
}
