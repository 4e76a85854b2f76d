package dev.mooring.bench.contender;

import com.sun.management.OperatingSystemMXBean;
import dev.mooring.bench.fork.ForkedWorker;
import dev.mooring.bench.fork.Instances;
import dev.mooring.bench.fork.Worker;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;

/** Runs a server, and reports its address and processor time. */
public final class ServerWorker implements Worker<ServerWorker.Question, ServerWorker.State> {
    private final BenchServer served;

    /** The request for the state. */
    public record Question() {}

    /** The address and the processor time used so far. */
    public record State(URI address, long cpuNanos) {}

    /** @param arguments the server's class and its arguments */
    public ServerWorker(List<String> arguments) throws ReflectiveOperationException {
        served = Instances.make(BenchServer.class, arguments.getFirst(), arguments.subList(1, arguments.size()));
    }

    public static ForkedWorker<Question, State> ours() throws IOException {
        return fork(MooringServer.class);
    }

    public static ForkedWorker<Question, State> sdk() throws IOException {
        return fork(SdkServer.class);
    }

    /** Forks a server that replies to everything with a recorded response. */
    public static ForkedWorker<Question, State> bare(String recording) throws IOException {
        return fork(BareServer.class, recording);
    }

    public static URI address(ForkedWorker<Question, State> server) throws IOException {
        return server.perform(new Question()).address();
    }

    public static ForkedWorker<Question, State> fork(Class<? extends BenchServer> server, String... arguments)
            throws IOException {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.addFirst(server.getName());
        return ForkedWorker.start(ServerWorker.class, State.class, all);
    }

    @Override
    public Class<Question> taskType() {
        return Question.class;
    }

    @Override
    public State perform(Question question) {
        var system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        return new State(served.address(), system.getProcessCpuTime());
    }

    @Override
    public void close() throws IOException {
        served.close();
    }
}
