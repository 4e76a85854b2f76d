package dev.mooring.app;

import dev.mooring.app.documents.DocumentService;
import dev.mooring.app.web.WebAddress;
import dev.mooring.mcp.Implementation;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.Reply;
import dev.mooring.mcp.client.ClientOptions;
import dev.mooring.mcp.client.McpClient;
import dev.mooring.mcp.client.OpenFailed;
import dev.mooring.mcp.client.ServerLocation;
import dev.mooring.vault.server.DocumentServer;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.Help.Ansi;
import tools.jackson.databind.node.ObjectNode;

/**
 * What the JVM learns from when the launcher makes its cache of loaded and linked classes: the commands that people start
 * and wait for, each once, silently. A command missing here works all the same and only starts more slowly.
 */
final class AotTraining {
    private static final String[][] PRINTING = {
        {"version"},
        {"--help"},
        {"help", "version"},
        {"serve", "--help"},
        {"gateway", "--help"},
        {"tools", "--help"},
        {"run", "--help"},
        {"runs", "--help"},
        {"unknown"},
        {}
    };

    private AotTraining() {}

    /** {@code print} or {@code work}: commands that only print, or everything. */
    public static void main(String... args) {
        for (String[] command : PRINTING) {
            execute(command);
        }
        if (args[0].equals("work")) {
            execute("demo");
            serve();
        }
        // Leaving the program looks for this logger, when it is too late to learn from it.
        System.getLogger("java.lang.Runtime").isLoggable(System.Logger.Level.DEBUG);
        System.exit(0);
    }

    private static void execute(String... command) {
        var nowhere = new PrintWriter(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8);
        Main.commandLine(nowhere, nowhere, Ansi.AUTO).execute(command);
    }

    /** {@code serve} to an assistant that reads, searches and edits, and to somebody who decides on that. */
    private static void serve() {
        try {
            Path folder = Files.createTempDirectory("mooring-rehearsal");
            Files.writeString(folder.resolve("note.md"), """
                    # Note

                    A [[note]] of {++one++} line, with **strong** words and `code`.{>>Why?<<}

                    - an item
                    """);
            try (DocumentService service = DocumentService.start(
                            folder,
                            Implementation.of("mooring", Version.number()),
                            DocumentServer.Options.DEFAULT,
                            new WebAddress("127.0.0.1", 0, Optional.empty()),
                            Optional.empty());
                    McpClient client = McpClient.open(
                            ServerLocation.Remote.at(URI.create(service.address())), ClientOptions.defaults())) {
                call(client);
                new ReviewPageTraining(service.reviewAddress()).pay();
            } finally {
                delete(folder);
            }
        } catch (IOException | OpenFailed e) {
            // Then serve only starts more slowly.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void call(McpClient client) throws InterruptedException {
        ObjectNode note = Json.object().put("file_path", "note.md");
        String read = client.callTool("read", note.deepCopy()) instanceof Reply.Result(ObjectNode result)
                ? result.at("/content/0/text").stringValue("")
                : "";
        client.callTool("get_links", note.deepCopy());
        client.callTool("grep", Json.object().put("pattern", "one").put("-i", true));
        client.callTool("glob", Json.object().put("pattern", "**/*.md"));
        client.callTool(
                "edit",
                note.put("old_string", "line")
                        .put("new_string", "more line")
                        .put(
                                "session_id",
                                read.substring(read.lastIndexOf(' ') + 1).replace("]", "")));
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.toList().reversed()) {
                Files.delete(file);
            }
        }
    }
}
