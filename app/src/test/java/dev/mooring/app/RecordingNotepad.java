package dev.mooring.app;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.server.McpServer;
import dev.mooring.mcp.server.Tool;
import dev.mooring.mcp.server.ToolResult;
import dev.mooring.mcp.server.stdio.StdioServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/**
 * A notepad server whose notes live in its process. It appends each call to a file before it answers, and never answers the call that
 * another file names.
 */
final class RecordingNotepad {
    private final Path calls;
    private final Path held;
    private final StringBuilder notes = new StringBuilder();

    private RecordingNotepad(Path folder) {
        calls = folder.resolve("calls");
        held = folder.resolve("held");
    }

    /** Returns the entry of the server in a servers file. */
    static String entry(Path folder) {
        return ChildJvm.entry("notepad", RecordingNotepad.class, folder.toString());
    }

    /** Makes the server never answer a call. */
    static void hold(Path folder, String call) throws IOException {
        Files.writeString(folder.resolve("held"), call);
    }

    /** Makes the server answer all calls. */
    static void release(Path folder) throws IOException {
        Files.deleteIfExists(folder.resolve("held"));
    }

    /** Returns all calls that any process of the server has executed. */
    static List<String> calls(Path folder) throws IOException {
        Path calls = folder.resolve("calls");
        return Files.exists(calls) ? Files.readAllLines(calls) : List.of();
    }

    public static void main(String... args) throws IOException {
        RecordingNotepad notepad = new RecordingNotepad(Path.of(args[0]));
        McpServer server = McpServer.builder("notepad", "1")
                .tool(Tool.named("add")
                        .description("Adds a note")
                        .input(Json.objectOf("""
                                {"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]}"""))
                        .handledBy((arguments, exchange) -> {
                            String text = String.valueOf(Json.stringAt(arguments, "text"));
                            notepad.record("add " + text);
                            return notepad.add(text);
                        }))
                .tool(Tool.named("read").description("Reads all notes").handledBy((arguments, exchange) -> {
                    notepad.record("read");
                    return notepad.read();
                }))
                .build();
        StdioServer.builder(server).build().serveThisProcess();
        Runtime.getRuntime().halt(0); // a held call still waits
    }

    private synchronized ToolResult add(String text) {
        notes.append(text).append(' ');
        return ToolResult.text("Noted " + text);
    }

    private synchronized ToolResult read() {
        return ToolResult.text("Notes: " + notes);
    }

    private void record(String call) throws IOException, InterruptedException {
        synchronized (this) {
            Files.writeString(calls, call + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        }
        if (Files.exists(held) && Files.readString(held).equals(call)) {
            new CountDownLatch(1).await();
        }
    }
}
