package dev.mooring.handle.cluster.protocol.simulation;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The time, the events and the faults of one schedule. Everything that happens depends only on the seed. */
final class World {
    /** Longer than a lease and the time after it until a handle is revoked. */
    static final long MAX_DELAY = 75_000;

    final SplittableRandom random;
    final Mutation mutation;
    final Oracle oracle;
    final SimStore store;
    final List<SimProcess> processes = new ArrayList<>();
    final List<String> log = new ArrayList<>();
    final boolean isLogging;

    /** Milliseconds since the start. */
    long now = 1_000_000;

    /** In one of a thousand messages. */
    int lossPerMille;

    int duplicatesPerMille;
    int delaysPerMille;
    int slowCallsPerMille = 100;
    long storeDownUntil;
    private final Set<Long> partitions = new HashSet<>();
    private final PriorityQueue<Event> queue = new PriorityQueue<>();
    private long lastEvent;

    private record Event(long time, long number, @Nullable SimProcess target, Runnable task)
            implements Comparable<Event> {
        @Override
        public int compareTo(Event other) {
            return time != other.time ? Long.compare(time, other.time) : Long.compare(number, other.number);
        }
    }

    World(long seed, Mutation mutation, boolean isLogging) {
        this.random = new SplittableRandom(seed);
        this.mutation = mutation;
        this.isLogging = isLogging;
        this.store = new SimStore(this);
        this.oracle = new Oracle(this);
    }

    boolean is(Mutation other) {
        return mutation == other;
    }

    boolean chance(int perMille) {
        return perMille > 0 && random.nextInt(1000) < perMille;
    }

    long between(long least, long most) {
        return least + random.nextLong(most - least + 1);
    }

    void log(Supplier<String> text) {
        if (isLogging) {
            log.add((now - 1_000_000) + " ms: " + text.get());
        }
    }

    /** Runs a task later, whatever happens to the processes. */
    void after(long delay, Runnable task) {
        queue.add(new Event(now + delay, ++lastEvent, null, task));
    }

    /** Runs a task in a process later: never if the process has ended, and not before its pause ends. */
    void after(long delay, SimProcess process, Runnable task) {
        queue.add(new Event(now + delay, ++lastEvent, process, task));
    }

    /** Runs events until a time. */
    void runUntil(long end) {
        while (!queue.isEmpty() && queue.peek().time() <= end) {
            Event event = queue.poll();
            now = Math.max(now, event.time());
            SimProcess target = event.target();
            if (target == null) {
                event.task().run();
            } else if (target.isAlive() && target.pausedUntil() > now) {
                after(target.pausedUntil() - now + random.nextInt(3), target, event.task());
            } else if (target.isAlive()) {
                event.task().run();
            }
        }
        now = end;
    }

    /** A usual delay, or rarely a long one. */
    long messageDelay() {
        return chance(delaysPerMille) ? between(10, MAX_DELAY) : between(1, 5);
    }

    /** Delivers a message to another process, perhaps late, twice or never. */
    void send(SimProcess from, SimProcess to, Runnable onArrival) {
        if (isCut(from, to) || chance(lossPerMille)) {
            return;
        }
        after(messageDelay(), to, onArrival);
        if (chance(duplicatesPerMille)) {
            after(messageDelay() + between(0, 5_000), to, onArrival);
        }
    }

    private static long pair(SimProcess one, SimProcess other) {
        long low = Math.min(one.number(), other.number());
        return low * 1_000_000 + Math.max(one.number(), other.number());
    }

    void cut(SimProcess one, SimProcess other, long millis) {
        long pair = pair(one, other);
        partitions.add(pair);
        after(millis, () -> partitions.remove(pair));
    }

    boolean isCut(SimProcess one, SimProcess other) {
        return partitions.contains(pair(one, other));
    }

    void healAll() {
        partitions.clear();
        storeDownUntil = 0;
        lossPerMille = 0;
        duplicatesPerMille = 0;
        delaysPerMille = 0;
        slowCallsPerMille = 0;
        processes.forEach(SimProcess::heal);
    }
}
