package dev.mooring.app.demo;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.client.ServerLocation;
import dev.mooring.mcp.server.McpServer;
import dev.mooring.mcp.server.Tool;
import dev.mooring.mcp.server.ToolResult;
import dev.mooring.mcp.server.stdio.StdioServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** A notepad server. Its only state is the memory of its process. */
public final class NotepadServer {
    private static final int MAX_NOTES = 1000;

    /** Guarded by this. */
    private final List<String> notes = new ArrayList<>();

    private NotepadServer() {}

    /** Serves standard input and output. */
    public static void main(String... args) throws IOException {
        serveThisProcess("demo");
    }

    /** Returns the command that starts the server with the JVM and class path of this process. */
    static ServerLocation.Local location() {
        return ServerLocation.Local.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                NotepadServer.class.getName());
    }

    /** Serves standard input and output until the end of the input. */
    public static void serveThisProcess(String version) throws IOException {
        NotepadServer notepad = new NotepadServer();
        McpServer server = McpServer.builder("notepad", version)
                .tool(Tool.named("add")
                        .description("Adds a note to the notepad and returns its number")
                        .input(Json.objectOf("""
                                {"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]}"""))
                        .handledBy((arguments, exchange) -> notepad.add(arguments)))
                .tool(Tool.named("read")
                        .description("Reads all notes, each with its number")
                        .handledBy((arguments, exchange) -> notepad.read()))
                .build();
        StdioServer.builder(server).build().serveThisProcess();
    }

    private synchronized ToolResult add(ObjectNode arguments) {
        String text = Json.stringAt(arguments, "text");
        if (text == null || text.isBlank()) {
            return ToolResult.error("Missing argument \"text\". Pass the note as a string.");
        }
        if (notes.size() == MAX_NOTES) {
            return ToolResult.error("The notepad is full (1000 notes).");
        }
        notes.add(text);
        return ToolResult.text("Added as note " + notes.size() + ".");
    }

    private synchronized ToolResult read() {
        StringBuilder all = new StringBuilder();
        for (int i = 0; i < notes.size(); i++) {
            all.append(i + 1).append(". ").append(notes.get(i)).append('\n');
        }
        return ToolResult.text(
                all.isEmpty() ? "The notepad is empty." : all.toString().stripTrailing());
    }
}
