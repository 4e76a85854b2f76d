package dev.mooring.bench.protocol;

import dev.mooring.bench.fork.Contender;
import dev.mooring.bench.fork.ForkedWorker;
import dev.mooring.bench.fork.Instances;
import dev.mooring.bench.fork.Worker;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Opens many contenders, uses each once, and keeps them open. */
public final class HoldingWorker implements Worker<HoldingWorker.Task, HoldingWorker.Held> {
    private final List<String> arguments;
    private final List<Contender> open = new ArrayList<>();

    /** The number of contenders to add. */
    public record Task(int count) {}

    /** The resources of the JVM without and with the contenders. */
    public record Held(Footprint before, Footprint with) {}

    /** @param arguments the contender's class and its arguments */
    public HoldingWorker(List<String> arguments) {
        this.arguments = arguments;
    }

    static ForkedWorker<Task, Held> fork(Class<? extends Contender> contender, String... arguments) throws IOException {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.addFirst(contender.getName());
        return ForkedWorker.start(HoldingWorker.class, Held.class, all);
    }

    @Override
    public Class<Task> taskType() {
        return Task.class;
    }

    @Override
    public Held perform(Task task) throws Exception {
        Footprint before = Footprint.now();
        for (int i = 0; i < task.count; i++) {
            open.add(Instances.make(Contender.class, arguments.getFirst(), arguments.subList(1, arguments.size())));
        }
        for (Contender contender : open) {
            contender.call();
        }
        return new Held(before, Footprint.now());
    }

    @Override
    public void close() throws IOException {
        for (Contender contender : open) {
            contender.close();
        }
    }
}
