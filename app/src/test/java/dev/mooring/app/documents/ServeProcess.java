package dev.mooring.app.documents;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.app.ChildJvm;
import dev.mooring.mcp.Implementation;
import dev.mooring.mcp.client.ClientOptions;
import dev.mooring.mcp.client.McpClient;
import dev.mooring.mcp.client.ServerLocation;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs {@code mooring serve} as a child process. */
public final class ServeProcess implements AutoCloseable {
    private final Process process;
    private final String address;

    private ServeProcess(Process process, String address) {
        this.process = process;
        this.address = address;
    }

    /** Starts the program on a free port, and keeps its sessions in memory. */
    public static ServeProcess start(Path folder) throws IOException {
        return start(folder, Files.createTempDirectory("mooring-state"), "--port", "0", "--store", "memory");
    }

    /** Starts the program with a folder for its state, in which the file {@code err} has its error stream. */
    public static ServeProcess start(Path folder, Path state, String... options) throws IOException {
        List<String> command = new ArrayList<>(ChildJvm.mooring("serve", folder.toString()));
        command.addAll(List.of(options));
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectError(
                        ProcessBuilder.Redirect.appendTo(state.resolve("err").toFile()));
        builder.environment().put("XDG_STATE_HOME", state.toString());
        Process process = builder.start();
        String address = process.inputReader(UTF_8).readLine();
        assertThat(address).startsWith("http://127.0.0.1:");
        return new ServeProcess(process, address);
    }

    /** Returns the process. */
    public Process process() {
        return process;
    }

    public String address() {
        return address;
    }

    public McpClient open() throws Exception {
        return McpClient.open(
                ServerLocation.Remote.at(URI.create(address)),
                ClientOptions.builder().client(Implementation.of("Claude", "1")).build());
    }

    /** Kills the process with SIGKILL. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
