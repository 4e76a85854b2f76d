package dev.mooring.app.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.app.ChildJvm;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.Reply;
import dev.mooring.mcp.client.ClientOptions;
import dev.mooring.mcp.client.EraChoice;
import dev.mooring.mcp.client.McpClient;
import dev.mooring.mcp.client.ServerLocation;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** Runs {@code mooring gateway} as a child process. */
final class GatewayProcess implements AutoCloseable {
    private final Process process;
    private final String address;

    private GatewayProcess(Process process, String address) {
        this.process = process;
        this.address = address;
    }

    /** Starts the program with a folder for its state, in which the file {@code err} has its error stream. */
    static GatewayProcess start(Path servers, Path state, int port, String... options) throws IOException {
        Process process = builder(servers, state, port, options).start();
        String address = process.inputReader(UTF_8).readLine();
        assertThat(address).startsWith("http://127.0.0.1:");
        return new GatewayProcess(process, address);
    }

    static ProcessBuilder builder(Path servers, Path state, int port, String... options) {
        List<String> command = new ArrayList<>(
                ChildJvm.mooring("gateway", "--servers", servers.toString(), "--port", String.valueOf(port)));
        command.addAll(List.of(options));
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectError(
                        ProcessBuilder.Redirect.appendTo(state.resolve("err").toFile()));
        builder.environment().put("XDG_STATE_HOME", state.toString());
        return builder;
    }

    /** Returns a port that is free now. */
    static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    /** Returns the address of all servers together. */
    String address() {
        return address;
    }

    /** Opens a client: in the modern era, at the address with full discovery. */
    McpClient open(String server, EraChoice era) throws Exception {
        String path = "/" + server + (era == EraChoice.MODERN ? "/modern/mcp" : "/mcp");
        return McpClient.open(
                ServerLocation.Remote.at(URI.create(address.replace("/mcp", path))),
                ClientOptions.builder().era(era).build());
    }

    /** Calls a tool with a client of its own. */
    ObjectNode call(String server, EraChoice era, String tool, ObjectNode arguments) throws Exception {
        try (McpClient client = open(server, era)) {
            Reply reply = client.callTool(tool, arguments);
            assertThat(reply).isInstanceOf(Reply.Result.class);
            return ((Reply.Result) reply).result();
        }
    }

    static ObjectNode in(String session) {
        return Json.object().put("session_id", session);
    }

    static String text(ObjectNode result) {
        return result.at("/content/0/text").stringValue().replaceAll("\\s*\\[session: .*]", "");
    }

    static String session(ObjectNode result) {
        return result.at("/_meta/dev.mooring~1session_id").stringValue();
    }

    Process process() {
        return process;
    }

    /** Kills the process with SIGKILL. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    @Override
    public void close() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }
}
