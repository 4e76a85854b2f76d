package dev.mooring.bench.protocol;

import dev.mooring.bench.fork.Contender;
import dev.mooring.bench.fork.ForkedWorker;
import dev.mooring.bench.fork.Instances;
import dev.mooring.bench.fork.Worker;
import dev.mooring.bench.measure.Samples;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Opens and closes a contender many times, and reports leaked resources. */
public final class OpeningWorker implements Worker<OpeningWorker.Task, OpeningWorker.LeakedResources> {
    private static final int MAX_CHECKS = 20;

    private final List<String> arguments;

    /** The number of contenders to open and close. */
    public record Task(int count) {}

    /** The median durations, and the resources of the JVM before and after. */
    public record LeakedResources(double openMicros, double closeMicros, Footprint before, Footprint after) {
        /** Returns the names of new threads, without those of the JDK's own pools. */
        List<String> threads() {
            List<String> left = new ArrayList<>(after.threadNames());
            before.threadNames().forEach(left::remove);
            left.removeIf(name -> name.startsWith("ForkJoinPool") || name.startsWith("process reaper"));
            return left;
        }

        long descriptors() {
            return after.descriptors() - before.descriptors();
        }

        long children() {
            return after.children() - before.children();
        }

        private boolean isEmpty() {
            return threads().isEmpty() && descriptors() <= 0 && children() <= 0;
        }
    }

    /** @param arguments the contender's class and its arguments */
    public OpeningWorker(List<String> arguments) {
        this.arguments = arguments;
    }

    static ForkedWorker<Task, LeakedResources> fork(Class<? extends Contender> contender, List<String> arguments)
            throws IOException {
        List<String> all = new ArrayList<>(arguments);
        all.addFirst(contender.getName());
        return ForkedWorker.start(OpeningWorker.class, LeakedResources.class, all);
    }

    @Override
    public Class<Task> taskType() {
        return Task.class;
    }

    @Override
    public LeakedResources perform(Task task) throws Exception {
        Footprint before = Footprint.now();
        Samples opening = new Samples();
        Samples closing = new Samples();
        for (int i = 0; i < task.count; i++) {
            long began = System.nanoTime();
            Contender contender =
                    Instances.make(Contender.class, arguments.getFirst(), arguments.subList(1, arguments.size()));
            long opened = System.nanoTime();
            contender.close();
            opening.add(opened - began);
            closing.add(System.nanoTime() - opened);
        }
        double open = opening.percentileMicros(0.5);
        double close = closing.percentileMicros(0.5);
        LeakedResources left = new LeakedResources(open, close, before, Footprint.now());
        // A thread that has just been released needs a moment to end.
        for (int i = 0; i < MAX_CHECKS && !left.isEmpty(); i++) {
            Thread.sleep(100);
            left = new LeakedResources(open, close, before, Footprint.now());
        }
        return left;
    }

    @Override
    public void close() {}
}
