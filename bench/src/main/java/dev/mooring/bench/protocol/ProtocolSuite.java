package dev.mooring.bench.protocol;

import dev.mooring.bench.measure.BenchmarkSuite;
import dev.mooring.bench.measure.Suite;
import java.util.List;

/** The suite of the protocol module. */
public final class ProtocolSuite {
    private ProtocolSuite() {}

    public static Suite suite() {
        return new BenchmarkSuite(
                "protocol",
                "the protocol module beside the MCP Java SDK and beside bare loops",
                List.of(
                        new StdioLatency(),
                        new StdioLoad(),
                        new HttpCalls(),
                        new ServerUnderWrk(),
                        new HeldSessions(),
                        new OpenAndClose()));
    }
}
