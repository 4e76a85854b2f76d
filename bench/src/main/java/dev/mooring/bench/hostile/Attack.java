package dev.mooring.bench.hostile;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.util.Locale;

/** The requests that each thread of an attacker repeats. */
enum Attack {
    /** Fills the heap with the capabilities of sessions. */
    CAPABILITIES("100 clients that open sessions with 15 MB of capabilities", 100),
    /** Fills the heap with small nodes. */
    NODES("20 clients that send 15 MB of empty objects", 20),
    /** Keeps the processors busy with a pattern. */
    GREP("20 clients that search 16 MB for the worst pattern", 20),
    /** Keeps the processors busy with the compilation of patterns, which the server refuses. */
    PATTERNS("20 clients that search for a pattern that is too large", 20),
    /** Evicts the sessions of others. */
    SESSIONS("8 clients that open sessions without end", 8),
    /** Takes all connections. */
    SLOW_REQUESTS("2,000 connections that send a byte every 8 seconds, with 300 file descriptors", 2_000),
    /** Sends requests as fast as it can. */
    FLOOD("16 clients that call without a pause", 16),
    /** Leaves responses unread. */
    SLOW_READERS("400 clients that do not read their responses", 400);

    private static final long PAUSE_MILLIS = 8_000;

    private final String description;
    private final int threads;

    Attack(String description, int threads) {
        this.description = description;
        this.threads = threads;
    }

    String description() {
        return description;
    }

    int threads() {
        return threads;
    }

    /** Returns the number of file descriptors that the server has; 0 for the usual number. */
    int descriptors() {
        return this == SLOW_REQUESTS ? 300 : 0;
    }

    String argument() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns what the attacker sends. */
    byte[] bytes() {
        return switch (this) {
            case CAPABILITIES -> initialize("{\"x\":\"" + "x".repeat(15_000_000) + "\"}");
            case NODES -> initialize("[" + "{},".repeat(5_000_000) + "{}]");
            case GREP -> call("grep", "{\"pattern\":\"a.{700}c\",\"output_mode\":\"count\"}");
            case PATTERNS -> call("grep", "{\"pattern\":\"(.*){1,1000}x\",\"output_mode\":\"count\"}");
            case SESSIONS -> initialize("{}");
            case SLOW_REQUESTS -> "POST /mcp HTTP/1.1\r\nHost: ".getBytes(UTF_8);
            case FLOOD -> call("glob", "{\"pattern\":\"**/*.md\"}");
            case SLOW_READERS -> call("grep", "{\"pattern\":\"e\",\"output_mode\":\"content\",\"head_limit\":100000}");
        };
    }

    /** Sends one request. Returns when the server answers or closes the connection. */
    void send(AttackedEndpoint target, byte[] bytes) throws IOException {
        switch (this) {
            case SLOW_REQUESTS -> target.sendSlowly(bytes, PAUSE_MILLIS);
            case SLOW_READERS -> target.postWithoutReading(bytes, PAUSE_MILLIS);
            default -> target.post(bytes);
        }
    }

    private static byte[] initialize(String capabilities) {
        return ("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-11-25\","
                        + "\"clientInfo\":{\"name\":\"attacker\",\"version\":\"1\"},\"capabilities\":" + capabilities
                        + "}}")
                .getBytes(UTF_8);
    }

    static byte[] call(String tool, String arguments) {
        return ("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"" + tool
                        + "\",\"arguments\":" + arguments + "}}")
                .getBytes(UTF_8);
    }
}
