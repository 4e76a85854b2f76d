package dev.mooring.session;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.client.ServerLocation;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** A real HTTP server in its own process that refuses, stalls, forgets sessions or exits on command. */
final class Remote implements AutoCloseable {
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private final Process process;
    private final int port;

    private Remote(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    static Remote start() throws Exception {
        return start(0);
    }

    static Remote start(int port) throws Exception {
        Process process = new ProcessBuilder(
                        Fixtures.node(),
                        Fixtures.script("session/src/test/node/remote.mjs").toString(),
                        String.valueOf(port))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String line = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8)).readLine();
        return new Remote(process, Integer.parseInt(line));
    }

    int port() {
        return port;
    }

    ToolServer server(String name) {
        return ToolServer.of(name, ServerLocation.Remote.at(address("/mcp")));
    }

    URI address(String path) {
        return URI.create("http://127.0.0.1:" + port + path);
    }

    void control(String control) throws Exception {
        HTTP.send(
                HttpRequest.newBuilder(address("/control"))
                        .POST(HttpRequest.BodyPublishers.ofString(control))
                        .build(),
                HttpResponse.BodyHandlers.discarding());
    }

    List<String> open() throws Exception {
        return state().get("open").valueStream().map(JsonNode::stringValue).toList();
    }

    int initializes() throws Exception {
        return state().get("initializes").intValue();
    }

    private JsonNode state() throws Exception {
        return Json.parse(
                HTTP.send(HttpRequest.newBuilder(address("/sessions")).build(), HttpResponse.BodyHandlers.ofString())
                        .body());
    }

    void kill() {
        process.destroyForcibly().onExit().join();
    }

    @Override
    public void close() {
        kill();
    }
}
