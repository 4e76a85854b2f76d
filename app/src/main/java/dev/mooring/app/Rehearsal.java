package dev.mooring.app;

import dev.mooring.app.serve.DocumentService;
import dev.mooring.app.web.WebAddress;
import dev.mooring.mcp.Implementation;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.client.ClientOptions;
import dev.mooring.mcp.client.McpClient;
import dev.mooring.mcp.client.OpenFailed;
import dev.mooring.mcp.client.ServerLocation;
import dev.mooring.vault.mcp.DocumentServer.Manner;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Help.Ansi;

/**
 * What the JVM learns from when the launcher makes its cache of loaded and linked classes: the commands that people
 * start and wait for, each once, silently. A command missing here works all the same and only starts more slowly.
 */
final class Rehearsal {
    private static final String[][] COMMANDS = {
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

    private Rehearsal() {}

    public static void main(String... args) {
        var nowhere = new PrintWriter(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8);
        for (String[] command : COMMANDS) {
            Main.commandLine(nowhere, nowhere, Ansi.AUTO).execute(command);
        }
        serve();
        System.exit(0); // as the program does: leaving loads classes too
    }

    /** {@code serve}, up to the first answer. */
    private static void serve() {
        try {
            Path folder = Files.createTempDirectory("mooring-rehearsal");
            Path note = Files.writeString(folder.resolve("note.md"), "A [[note]] of {++one++} line.\n");
            try (DocumentService service = DocumentService.start(
                            folder,
                            Implementation.of("mooring", Version.number()),
                            Manner.DEFAULT,
                            new WebAddress("127.0.0.1", 0, Optional.empty()),
                            Optional.empty());
                    McpClient client = McpClient.open(
                            ServerLocation.Remote.at(URI.create(service.address())), ClientOptions.defaults())) {
                client.callTool("read", Json.object().put("file_path", "note.md"));
            } finally {
                Files.delete(note);
                Files.delete(folder);
            }
        } catch (IOException | OpenFailed e) {
            // Then serve only starts more slowly.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
