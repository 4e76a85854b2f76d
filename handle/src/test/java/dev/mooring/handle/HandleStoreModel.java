package dev.mooring.handle;

import java.time.Duration;
import java.util.List;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.jspecify.annotations.Nullable;

/** The operations of {@link InMemoryHandleStore}, for Lincheck: each execution must be equivalent to a sequential one. */
@Param(name = "handle", gen = IntGen.class, conf = "0:2")
public class HandleStoreModel {
    private static final List<HandleId> IDS = List.of(HandleId.random(), HandleId.random(), HandleId.random());
    private static final HandleOwner OWNER = HandleOwner.ANONYMOUS;

    private final InMemoryHandleStore<Integer> store =
            new InMemoryHandleStore<>(new HandleLimits(Duration.ofHours(1), 2, 2));

    /** Returns whether the store keeps the first handle. A store gets each id once, because ids are random. */
    @Operation(runOnce = true)
    public boolean putFirst() {
        return put(0);
    }

    /** Returns whether the store keeps the second handle. */
    @Operation(runOnce = true)
    public boolean putSecond() {
        return put(1);
    }

    /** Returns whether the store keeps the third handle. */
    @Operation(runOnce = true)
    public boolean putThird() {
        return put(2);
    }

    private boolean put(int handle) {
        return store.put(new Handle<>(IDS.get(handle), OWNER, 0)) instanceof HandleStore.PutResult.Stored;
    }

    /** Returns the state. */
    @Operation
    public @Nullable Integer get(@Param(name = "handle") int handle) {
        return store.get(IDS.get(handle)).map(Handle::state).orElse(null);
    }

    /** Returns whether the handle exists. */
    @Operation
    public boolean touch(@Param(name = "handle") int handle) {
        return store.touch(IDS.get(handle));
    }

    /** Adds 1 to the state and returns it. */
    @Operation
    public @Nullable Integer update(@Param(name = "handle") int handle) {
        return store.update(IDS.get(handle), state -> state + 1)
                .map(Handle::state)
                .orElse(null);
    }

    /** Returns whether the handle existed. */
    @Operation
    public boolean remove(@Param(name = "handle") int handle) {
        return store.remove(IDS.get(handle));
    }

    /**
     * Runs the checks.
     *
     * @param args how many scenarios to check, and how many executions of each
     */
    public static void main(String[] args) {
        new StressOptions()
                .iterations(Integer.parseInt(args[0]))
                .invocationsPerIteration(Integer.parseInt(args[1]))
                .threads(2)
                .actorsPerThread(3)
                .actorsBefore(2)
                .actorsAfter(1)
                .check(HandleStoreModel.class);
        System.out.println("checked");
        System.exit(0); // threads of Lincheck remain
    }
}
