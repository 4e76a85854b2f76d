package dev.mooring.bench.gateway;

import dev.mooring.bench.contender.Echo;
import dev.mooring.bench.contender.ServerWorker;
import dev.mooring.bench.fork.ForkedWorker;
import dev.mooring.bench.measure.Bench;
import dev.mooring.bench.measure.Benchmark;
import dev.mooring.bench.measure.Figures;
import dev.mooring.bench.measure.Result;
import dev.mooring.bench.measure.Target;
import dev.mooring.mcp.Json;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** The memory, threads and file descriptors of a thousand idle handles on a remote server. */
final class IdleHandles implements Benchmark {
    private static final int HANDLES = 1000;
    private static final double MEGABYTE = 1e6;

    @Override
    public String name() {
        return "idle";
    }

    @Override
    public List<Result> run(Bench bench) throws Exception {
        ObjectNode arguments = Json.object().put("message", Echo.MESSAGE);
        try (var server = ServerWorker.ours();
                ForkedWorker<HandleOpener.Task, HandleOpener.Opened> gateway = ForkedWorker.start(
                        HandleOpener.class,
                        HandleOpener.Opened.class,
                        List.of(ServerWorker.address(server).toString()))) {
            gateway.perform(
                    new HandleOpener.Task(Echo.TOOL, arguments, 100, 8)); // loads classes, so that they do not count
            HandleOpener.Opened opened = gateway.perform(new HandleOpener.Task(Echo.TOOL, arguments, HANDLES, 8));
            double bytes = opened.after().heapBytes() - opened.before().heapBytes();
            return List.of(
                    Result.counted(
                            "1,000 idle handles on a remote server: heap",
                            opened.failed() == 0 ? bytes / MEGABYTE : Double.NaN,
                            Figures.kilobytes(bytes),
                            "",
                            Target.atMost(15, "MB")),
                    Result.reported(
                            "1,000 idle handles on a remote server: threads, descriptors",
                            (opened.after().threads() - opened.before().threads()) + ", "
                                    + (opened.after().descriptors()
                                            - opened.before().descriptors()),
                            ""));
        }
    }
}
