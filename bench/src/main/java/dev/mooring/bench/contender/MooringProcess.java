package dev.mooring.bench.contender;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mooring.bench.measure.Bench;
import dev.mooring.mcp.client.ClientOptions;
import dev.mooring.mcp.client.McpClient;
import dev.mooring.mcp.client.ServerLocation;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A process of {@code mooring serve} or {@code mooring gateway} on a free port, started by the launcher. */
public final class MooringProcess implements AutoCloseable {
    private final Process process;
    private final URI address;

    private MooringProcess(Process process, URI address) {
        this.process = process;
        this.address = address;
    }

    /**
     * Starts the program and waits until it listens.
     *
     * @param state the folder where it keeps its state
     * @param arguments the command and its options
     */
    public static MooringProcess start(Bench bench, Path state, List<String> arguments) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(bench.launcher().toString());
        command.addAll(arguments);
        command.addAll(List.of("--port", "0"));
        var builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().put("XDG_STATE_HOME", state.toString());
        Process process = builder.start();
        BufferedReader said = process.inputReader(UTF_8);
        String address = said.readLine();
        if (address == null) {
            throw new IOException("mooring " + arguments.getFirst() + " ended with "
                    + process.onExit().join().exitValue());
        }
        try {
            return new MooringProcess(process, URI.create(address));
        } catch (IllegalArgumentException e) {
            process.destroy();
            throw new IOException(
                    "mooring " + arguments.getFirst() + " printed this in place of its address: " + address, e);
        }
    }

    /** Returns the URL of the endpoint. */
    public URI address() {
        return address;
    }

    /** Returns the id of the process. */
    public long pid() {
        return process.pid();
    }

    /** Opens a client of the endpoint. */
    public McpClient open(ClientOptions options) throws Exception {
        return open(address.getPath(), options);
    }

    /** Opens a client of another endpoint of the process. */
    public McpClient open(String path, ClientOptions options) throws Exception {
        return McpClient.open(ServerLocation.Remote.at(address.resolve(path)), options);
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(20, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
