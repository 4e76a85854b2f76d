package dev.mooring.vault.server;

import dev.mooring.mcp.server.ToolResult;
import dev.mooring.vault.critic.MarkedText;
import dev.mooring.vault.documents.DocumentStore;
import dev.mooring.vault.edit.NewDocument;
import dev.mooring.vault.files.DocumentFiles.Creation;
import java.io.IOException;

/** The tool {@code create}: a new document, as one suggestion. */
final class CreateTool extends DocumentTool {

    private static final String DESCRIPTION = """
            Creates a new document. Its text is one suggestion ({++...++}) for human review; rejecting it removes the \
            document. Fails if the document exists: use read and edit instead. The response ends with a [session: ...] \
            value; in that session the new document counts as read. A session ends after 1 hour without use.""";

    private static final String INPUT_SCHEMA = """
            {
              "type": "object",
              "properties": {
                "file_path": {
                  "type": "string",
                  "description": "Path of the new document, relative to the vault, with /; ends in .md, .markdown or .txt"
                },
                "content": {
                  "type": "string",
                  "description": "The text of the document, including its front matter if it has any"
                },
                "session_id": {
                  "type": "string",
                  "description": "The session value of an earlier response, to continue that session"
                }
              },
              "required": ["file_path", "content"],
              "additionalProperties": false
            }
            """;

    private static final int MAX_CHARACTERS = 4_000_000;

    private final DocumentStore store;
    private final DocumentSessions sessions;
    private final ToolContext context;

    CreateTool(ToolContext context) {
        super("create", "Propose a new document", DESCRIPTION, INPUT_SCHEMA, Effect.SUGGESTS);
        this.store = context.store();
        this.sessions = context.sessions();
        this.context = context;
    }

    @Override
    ToolResult call(ToolArguments arguments, Actor actor) throws ToolFailure, IOException {
        String content = arguments.required("content");
        if (content.length() > MAX_CHARACTERS) {
            throw new ToolFailure("content can have at most " + MAX_CHARACTERS + " characters.");
        }
        String path = arguments.required("file_path");
        String continued = arguments.sessionId();
        sessions.requireIfPresent(continued, actor);
        if (continued != null) {
            return create(path, content, actor, continued);
        }
        // The session comes first, because it may determine the author's name.
        String opened = sessions.open(actor);
        boolean created = false;
        try {
            ToolResult result = create(path, content, actor, opened);
            created = true;
            return result;
        } finally {
            if (!created) {
                sessions.end(opened, actor);
            }
        }
    }

    private ToolResult create(String path, String content, Actor actor, String sessionId)
            throws ToolFailure, IOException {
        String raw = switch (NewDocument.suggest(content, context.signature(actor, sessionId))) {
            case NewDocument.Suggested(String suggested) -> suggested;
            case NewDocument.Refused(String reason) -> throw new ToolFailure(reason);
        };
        return switch (store.create(path, raw)) {
            case Creation.Created(var document) ->
                sessions.recordChange(
                        sessionId,
                        actor,
                        document.path(),
                        MarkedText.parse(""),
                        MarkedText.parse(raw),
                        "Created " + document.path()
                                + " as a suggestion. It takes effect when a person accepts it; you "
                                + "can read and edit it now.");
            case Creation.Exists(String existing) ->
                throw new ToolFailure(existing + " already exists. Read it, then edit it, or choose another path.");
            case Creation.Refused(String reason) -> throw new ToolFailure(reason);
        };
    }
}
