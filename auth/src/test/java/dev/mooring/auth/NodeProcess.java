package dev.mooring.auth;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;

/** A script of the tests that serves HTTP in its own process, on the port that it prints. */
public final class NodeProcess implements AutoCloseable {
    private final Process process;
    private final int port;

    private NodeProcess(String script, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(
                List.of(Counterparts.node(), Counterparts.script(script).toString()));
        command.addAll(List.of(arguments));
        process = new ProcessBuilder(command)
                .directory(Counterparts.folder().toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        BufferedReader output = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8));
        port = Integer.parseInt(String.valueOf(output.readLine()));
    }

    /** Starts oidc-provider, whose access tokens live for an hour. */
    public static NodeProcess oidcProvider() throws IOException {
        return new NodeProcess("oidc-provider.mjs");
    }

    /** Starts an MCP server of the TypeScript SDK that accepts the tokens of an issuer. */
    public static NodeProcess protectedServer(String issuer) throws IOException {
        return new NodeProcess("protected-server.mjs", issuer);
    }

    /** Returns the address of a path. */
    public URI address(String path) {
        return URI.create("http://127.0.0.1:" + port + path);
    }

    /** Posts to a path of the script's own, and returns the answer. */
    public String post(String path) throws IOException, InterruptedException {
        try (HttpClient http = HttpClient.newHttpClient()) {
            return http.send(
                            HttpRequest.newBuilder(address(path))
                                    .POST(HttpRequest.BodyPublishers.noBody())
                                    .build(),
                            HttpResponse.BodyHandlers.ofString())
                    .body();
        }
    }

    /** Returns the lines that the script logged. */
    public List<String> log() throws IOException, InterruptedException {
        return post("/test/log").lines().toList();
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
