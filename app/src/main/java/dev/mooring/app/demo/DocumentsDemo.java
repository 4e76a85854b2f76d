package dev.mooring.app.demo;

import dev.mooring.app.documents.DocumentService;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.client.OpenFailed;
import dev.mooring.mcp.client.ServerLocation;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import tools.jackson.databind.node.ObjectNode;

/** A client that forgets its session after every call reads and edits by a handle. */
final class DocumentsDemo {
    private final DemoOutput stage;
    private final Path folder;
    private final DocumentService documents;

    DocumentsDemo(DemoOutput stage, Path folder, DocumentService documents) {
        this.stage = stage;
        this.folder = folder;
        this.documents = documents;
    }

    void play() throws IOException, OpenFailed, InterruptedException {
        stage.scene("1. Documents, for clients that have no session");
        Path note = Files.writeString(folder.resolve("harbour.md"), "# Harbour\n\nThe ferry leaves at eight.\n");
        ServerLocation location = ServerLocation.Remote.at(URI.create(documents.address()));
        stage.step("A folder with harbour.md is served at " + documents.address() + ".");
        stage.step("The client opens a fresh connection for every call, so nothing but the handle connects them.");

        ObjectNode edit = Json.object()
                .put("file_path", "harbour.md")
                .put("old_string", "eight")
                .put("new_string", "nine")
                .put("session_id", "made-up");
        stage.step("edit, without having read:");
        stage.quote(StatelessClient.call(location, "edit", edit));

        String read = StatelessClient.call(location, "read", Json.object().put("file_path", "harbour.md"));
        stage.step("read:");
        stage.quote(read);

        stage.step("edit, with the session that read gave out:");
        stage.quote(StatelessClient.call(location, "edit", edit.put("session_id", StatelessClient.session(read))));
        stage.step("harbour.md on disk is now a suggestion for a person to accept or reject:");
        stage.quote(Files.readString(note));
    }
}
