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

/** A client without a session reads and edits a document by means of a handle. */
final class DocumentsDemo {
    private final DemoOutput output;
    private final Path folder;
    private final DocumentService documents;

    DocumentsDemo(DemoOutput output, Path folder, DocumentService documents) {
        this.output = output;
        this.folder = folder;
        this.documents = documents;
    }

    void run() throws IOException, OpenFailed, InterruptedException {
        output.heading("1. Documents for clients without sessions");
        Path note = Files.writeString(folder.resolve("harbour.md"), "# Harbour\n\nThe ferry leaves at eight.\n");
        ServerLocation location = ServerLocation.Remote.at(URI.create(documents.address()));
        output.step("Mooring serves a folder with harbour.md at " + documents.address() + ".");
        output.step("The client opens a new connection for each call, so only the session_id links the calls.");

        ObjectNode edit = Json.object()
                .put("file_path", "harbour.md")
                .put("old_string", "eight")
                .put("new_string", "nine")
                .put("session_id", "made-up");
        output.step("edit, without reading first:");
        output.quote(StatelessClient.call(location, "edit", edit));

        String read = StatelessClient.call(location, "read", Json.object().put("file_path", "harbour.md"));
        output.step("read:");
        output.quote(read);

        output.step("edit, with the session_id from read:");
        output.quote(StatelessClient.call(location, "edit", edit.put("session_id", StatelessClient.sessionId(read))));
        output.step("harbour.md on disk now has a suggestion that a person can accept or reject:");
        output.quote(Files.readString(note));
    }
}
