package dev.mooring.mcp.client.peers;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mooring.mcp.Counterparts;
import dev.mooring.mcp.client.ServerLocation;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;

/** A test script that serves HTTP in its own process, on the port that it prints. */
final class PeerProcess implements AutoCloseable {
    private final Process process;
    private final int port;

    PeerProcess(String script, String... arguments) {
        try {
            process = new ProcessBuilder(command(script, arguments))
                    .directory(Counterparts.folder().toFile())
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            BufferedReader output = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8));
            port = Integer.parseInt(String.valueOf(output.readLine()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns a script as a local server. */
    static ServerLocation.Local local(String script, String... arguments) {
        return ServerLocation.Local.of(command(script, arguments).toArray(String[]::new))
                .in(Counterparts.folder());
    }

    private static List<String> command(String script, String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(Counterparts.node());
        command.add(Counterparts.script("client-peers/" + script).toString());
        command.addAll(List.of(arguments));
        return command;
    }

    ServerLocation.Remote location() {
        return ServerLocation.Remote.at(address("/mcp"));
    }

    /** Requests a path of the script's own. */
    String get(String path) throws IOException, InterruptedException {
        try (HttpClient http = HttpClient.newHttpClient()) {
            return http.send(HttpRequest.newBuilder(address(path)).build(), HttpResponse.BodyHandlers.ofString())
                    .body();
        }
    }

    private URI address(String path) {
        return URI.create("http://127.0.0.1:" + port + path);
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
