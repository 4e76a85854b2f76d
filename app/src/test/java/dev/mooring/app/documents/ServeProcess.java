package dev.mooring.app.documents;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.app.Main;
import dev.mooring.mcp.Implementation;
import dev.mooring.mcp.client.ClientOptions;
import dev.mooring.mcp.client.McpClient;
import dev.mooring.mcp.client.ServerLocation;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;

/** Runs {@code mooring serve} as a child process. */
public final class ServeProcess implements AutoCloseable {
    private final Process process;
    private final String address;

    private ServeProcess(Process process, String address) {
        this.process = process;
        this.address = address;
    }

    public static ServeProcess start(Path folder) throws IOException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Main.class.getName(),
                        "serve",
                        folder.toString(),
                        "--port",
                        "0")
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String address = process.inputReader(UTF_8).readLine();
        assertThat(address).startsWith("http://127.0.0.1:");
        return new ServeProcess(process, address);
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
