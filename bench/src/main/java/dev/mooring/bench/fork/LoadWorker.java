package dev.mooring.bench.fork;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Runs loads on one open contender. Replaces a contender that has lost a call. */
public final class LoadWorker implements Worker<Load, LoadResult> {
    private final List<String> arguments;
    private Contender contender;

    /** @param arguments the contender's class and its arguments */
    public LoadWorker(List<String> arguments) throws ReflectiveOperationException {
        this.arguments = arguments;
        this.contender = open(arguments);
    }

    /** Forks a JVM with the given contender. */
    public static ForkedWorker<Load, LoadResult> fork(Class<? extends Contender> contender, List<String> arguments)
            throws IOException {
        List<String> all = new ArrayList<>(arguments);
        all.addFirst(contender.getName());
        return ForkedWorker.start(LoadWorker.class, LoadResult.class, all);
    }

    private static Contender open(List<String> arguments) throws ReflectiveOperationException {
        return Instances.make(Contender.class, arguments.getFirst(), arguments.subList(1, arguments.size()));
    }

    @Override
    public Class<Load> taskType() {
        return Load.class;
    }

    @Override
    public LoadResult perform(Load load) throws Exception {
        LoadResult result = new LoadRun(contender, load).run();
        if (!result.isClean()) {
            close();
            contender = open(arguments);
        }
        return result;
    }

    @Override
    public void close() throws IOException {
        contender.close();
    }
}
