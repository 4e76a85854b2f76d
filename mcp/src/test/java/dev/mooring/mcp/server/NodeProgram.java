package dev.mooring.mcp.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mooring.mcp.Counterparts;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Runs a Node program of the counterparts to its end. */
public final class NodeProgram {
    private NodeProgram() {}

    /** The exit code and the whole output of a program. */
    public record Ended(int exitCode, String output) {}

    /** Runs a program and waits for its end. */
    public static Ended run(List<String> arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Counterparts.node());
        command.addAll(arguments);
        Process process = new ProcessBuilder(command)
                .directory(Counterparts.folder().toFile())
                .redirectErrorStream(true)
                .start();
        try {
            process.getOutputStream().close();
            String output = new String(process.getInputStream().readAllBytes(), UTF_8);
            return new Ended(process.waitFor(), output);
        } finally {
            process.destroyForcibly();
        }
    }
}
