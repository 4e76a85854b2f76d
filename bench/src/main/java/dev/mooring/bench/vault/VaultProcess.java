package dev.mooring.bench.vault;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mooring.bench.contender.MooringProcess;
import dev.mooring.bench.measure.Bench;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.Reply;
import dev.mooring.mcp.client.ClientOptions;
import dev.mooring.mcp.client.McpClient;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.node.ObjectNode;

/** A process of {@code mooring serve} on a folder, started by the launcher. */
public final class VaultProcess implements AutoCloseable {
    private static final Pattern RESIDENT = Pattern.compile("VmRSS:\\s+(\\d+) kB");

    private final MooringProcess process;
    private final Path folder;
    private final Path state;

    private VaultProcess(MooringProcess process, Path folder, Path state) {
        this.process = process;
        this.folder = folder;
        this.state = state;
    }

    /** Starts the program with a new state folder. */
    public static VaultProcess start(Bench bench, Path folder, String... options) throws IOException {
        return start(bench, folder, Files.createTempDirectory("mooring-bench-state"), options);
    }

    static VaultProcess start(Bench bench, Path folder, Path state, String... options) throws IOException {
        List<String> arguments = new ArrayList<>(List.of("serve", folder.toString()));
        arguments.addAll(List.of(options));
        return new VaultProcess(MooringProcess.start(bench, state, arguments), folder, state);
    }

    /** Returns the URL of the endpoint. */
    public URI address() {
        return process.address();
    }

    /** Returns a link to the review page that signs in once. */
    public URI reviewLink(Bench bench) throws IOException {
        ProcessBuilder command = new ProcessBuilder(bench.launcher().toString(), "review", folder.toString(), "--open")
                .redirectError(ProcessBuilder.Redirect.DISCARD);
        command.environment().put("XDG_STATE_HOME", state.toString());
        // Without a browser the command prints the link.
        command.environment().keySet().removeAll(Set.of("BROWSER", "DISPLAY", "WAYLAND_DISPLAY"));
        String link = command.start().inputReader(UTF_8).readLine();
        if (link == null) {
            throw new IOException("mooring review --open printed no link");
        }
        return URI.create(link);
    }

    McpClient open() throws Exception {
        return process.open(ClientOptions.defaults());
    }

    /** Calls a tool and returns the text of its result. */
    static String call(McpClient client, String tool, ObjectNode arguments) throws InterruptedException {
        Reply reply = client.callTool(tool, arguments);
        if (!(reply instanceof Reply.Result(ObjectNode result))
                || result.path("isError").asBoolean(false)) {
            throw new IllegalStateException(tool + " " + arguments + " was answered with " + reply);
        }
        return result.at("/content/0/text").stringValue("");
    }

    static String read(McpClient client, String path) throws InterruptedException {
        return call(client, "read", Json.object().put("file_path", path));
    }

    static String links(McpClient client, String path) throws InterruptedException {
        return call(client, "get_links", Json.object().put("file_path", path));
    }

    /** Waits until the index is complete, which the first reply of get_links shows. */
    static void awaitIndex(McpClient client, String path) throws InterruptedException {
        Reply reply = client.callTool("get_links", Json.object().put("file_path", path));
        while (reply.toString().contains("still being indexed")) {
            reply = client.callTool("get_links", Json.object().put("file_path", path));
        }
    }

    long residentBytes() throws IOException {
        Matcher resident = RESIDENT.matcher(Files.readString(Path.of("/proc/" + process.pid() + "/status")));
        if (!resident.find()) {
            throw new IOException("no resident size of process " + process.pid());
        }
        return Long.parseLong(resident.group(1)) * 1024;
    }

    @Override
    public void close() {
        process.close();
    }
}
