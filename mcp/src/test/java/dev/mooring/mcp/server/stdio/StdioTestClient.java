package dev.mooring.mcp.server.stdio;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.MalformedJson;
import dev.mooring.mcp.Meta;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** The client of a stdio server that runs in this process. */
final class StdioTestClient implements AutoCloseable {
    private final OutputStream toServer;
    private final BufferedReader fromServer;
    private final Thread serving;
    private int nextId;

    StdioTestClient(StdioServer server) {
        MemoryPipe in = new MemoryPipe();
        MemoryPipe out = new MemoryPipe();
        toServer = in.output;
        fromServer = new BufferedReader(new InputStreamReader(out.input, UTF_8));
        serving =
                Thread.ofPlatform().daemon().name("stdio-under-test").start(() -> serve(server, in.input, out.output));
    }

    private static void serve(StdioServer server, InputStream in, OutputStream out) {
        try (out) {
            server.serve(in, out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void line(String line) throws IOException {
        bytes((line + "\n").getBytes(UTF_8));
    }

    void bytes(byte[] bytes) throws IOException {
        toServer.write(bytes);
        toServer.flush();
    }

    int modern(String method, @Nullable ObjectNode params) throws IOException {
        ObjectNode all = Json.shallowCopy(params);
        all.putObject(Meta.FIELD)
                .put(Meta.PROTOCOL_VERSION, "2026-07-28")
                .putObject(Meta.CLIENT_CAPABILITIES)
                .putObject("elicitation");
        return legacy(method, all);
    }

    int legacy(String method, @Nullable ObjectNode params) throws IOException {
        int id = ++nextId;
        ObjectNode request = Json.object().put("jsonrpc", "2.0").put("id", id).put("method", method);
        if (params != null) {
            request.set("params", params);
        }
        line(Json.text(request));
        return id;
    }

    void notify(String method, ObjectNode params) throws IOException {
        ObjectNode notification = Json.object().put("jsonrpc", "2.0").put("method", method);
        notification.set("params", params);
        line(Json.text(notification));
    }

    ObjectNode initialize() throws IOException, MalformedJson {
        legacy("initialize", Json.objectOf("""
                {"protocolVersion": "2025-11-25", "capabilities": {"elicitation": {}},
                 "clientInfo": {"name": "pipes", "version": "1"}}"""));
        return next();
    }

    /** Waits for the next message. */
    ObjectNode next() throws IOException, MalformedJson {
        String line = fromServer.readLine();
        if (line == null) {
            throw new AssertionError("The output has ended");
        }
        return (ObjectNode) Json.parse(line);
    }

    /** Waits for the end of the output. Returns false if another message comes. */
    boolean hasEnded() throws IOException {
        return fromServer.readLine() == null;
    }

    void endInput() throws IOException {
        toServer.close();
    }

    @Override
    public void close() throws IOException {
        toServer.close();
        try {
            serving.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
