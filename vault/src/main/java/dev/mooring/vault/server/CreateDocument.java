package dev.mooring.vault.server;

import dev.mooring.handle.Handles;
import dev.mooring.vault.documents.DocumentStore;
import dev.mooring.vault.edit.NewDocument;
import dev.mooring.vault.edit.Signature;
import dev.mooring.vault.files.DocumentFiles.Creation;
import java.io.IOException;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/** {@code create}: a new document, as one suggestion. */
public final class CreateDocument {

    public static final ToolDefinition DEFINITION =
            new ToolDefinition("create", "Propose a new document", """
            Creates a new document. Its text is one suggestion ({++...++}) for human review; rejecting it removes the \
            document. Fails if the document exists: use read and edit then. The response ends with a [session: ...] \
            value, in which the new document counts as read. A session ends after 1 hour without use.""", """
            {
              "type": "object",
              "properties": {
                "file_path": {
                  "type": "string",
                  "description": "Path of the new document, relative to the vault, with /; ends in .md, .markdown or .txt"
                },
                "content": {
                  "type": "string",
                  "description": "The text of the document, with front matter if it shall have any"
                },
                "session_id": {
                  "type": "string",
                  "description": "The session value of an earlier response, to continue that session"
                }
              },
              "required": ["file_path", "content"],
              "additionalProperties": false
            }
            """, false);

    private static final int LONGEST_TEXT = 4_000_000;

    private final DocumentStore store;
    private final ReadingSessions sessions;
    private final InstantSource clock;
    private final boolean plainMarks;

    public CreateDocument(
            DocumentStore store, Handles<DocumentsRead> handles, InstantSource clock, boolean plainMarks) {
        this.store = store;
        this.sessions = new ReadingSessions(handles);
        this.clock = clock;
        this.plainMarks = plainMarks;
    }

    /** The tool's arguments; what is null was not given. */
    public record Arguments(
            String filePath, String content, @Nullable String sessionId) {}

    public ToolText run(Arguments arguments, Actor actor) throws IOException {
        if (arguments.content().length() > LONGEST_TEXT) {
            return ToolText.error("content may have at most " + LONGEST_TEXT + " characters.");
        }
        String session = arguments.sessionId();
        if (session != null && sessions.find(session, actor).isEmpty()) {
            return ToolText.error(ReadingSessions.UNKNOWN);
        }
        Signature signature = plainMarks ? Signature.plain() : Signature.by(actor.author(), clock.instant());
        return switch (NewDocument.suggest(arguments.content(), signature)) {
            case NewDocument.Refused(String reason) -> ToolText.error(reason);
            case NewDocument.Suggested(String raw) -> create(arguments, actor, raw);
        };
    }

    private ToolText create(Arguments arguments, Actor actor, String raw) throws IOException {
        return switch (store.create(arguments.filePath(), raw)) {
            case Creation.Created(var document) ->
                sessions.answer(
                        "Created " + document.path()
                                + " as a suggestion. It takes effect when a person accepts it; you can read and edit it now.",
                        arguments.sessionId(),
                        actor,
                        document.path(),
                        raw);
            case Creation.Exists(String path) ->
                ToolText.error(path + " exists already. Read it, then edit it, or choose another path.");
            case Creation.Refused(String reason) -> ToolText.error(reason);
        };
    }
}
