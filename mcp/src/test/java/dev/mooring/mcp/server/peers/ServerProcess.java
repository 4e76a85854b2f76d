package dev.mooring.mcp.server.peers;

import dev.mooring.mcp.server.conformance.ConformanceFixture;
import java.nio.file.Path;
import java.util.List;

/** The command that starts the conformance server as a child process over stdio. */
final class ServerProcess {
    private ServerProcess() {}

    static List<String> command() {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                ConformanceFixture.class.getName());
    }
}
