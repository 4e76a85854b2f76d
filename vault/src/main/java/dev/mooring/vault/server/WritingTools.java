package dev.mooring.vault.server;

import dev.mooring.handle.Handles;
import dev.mooring.mcp.server.Tool;
import dev.mooring.vault.documents.DocumentStore;
import java.io.IOException;
import java.time.InstantSource;
import java.util.List;

/** The tools that make suggestions: {@code edit} and {@code create}. */
final class WritingTools {
    private final EditDocument edit;
    private final CreateDocument create;

    WritingTools(DocumentStore store, Handles<DocumentsRead> handles, InstantSource clock, boolean plainMarks) {
        edit = new EditDocument(store, handles, clock, plainMarks);
        create = new CreateDocument(store, handles, clock, plainMarks);
    }

    List<Tool> all(ToolCallListener listener) {
        return List.of(
                DocumentTool.of(EditDocument.DEFINITION, this::edit, listener),
                DocumentTool.of(CreateDocument.DEFINITION, this::create, listener));
    }

    private ToolText edit(ToolArguments arguments, Actor actor) throws IOException {
        return edit.run(
                new EditDocument.Arguments(
                        arguments.text("file_path"),
                        arguments.text("old_string"),
                        arguments.text("new_string"),
                        arguments.text("session_id"),
                        arguments.flag("replace_all")),
                actor);
    }

    private ToolText create(ToolArguments arguments, Actor actor) throws IOException {
        return create.run(
                new CreateDocument.Arguments(
                        arguments.text("file_path"), arguments.text("content"), arguments.sessionIfGiven()),
                actor);
    }
}
