package dev.mooring.vault.server;

import dev.mooring.mcp.server.ToolResult;
import dev.mooring.vault.documents.DocumentStore;
import java.io.IOException;

/** The tool {@code decisions}: lists the decisions on the suggestions of a session. */
final class DecisionsTool extends DocumentTool {

    private static final String DESCRIPTION = """
            Lists which of your suggestions in this session people have accepted, edited or rejected, with their reasons, \
            since you last asked.""";

    private static final String INPUT_SCHEMA = """
            {
              "type": "object",
              "properties": {
                "session_id": {"type": "string", "description": "The session value from read"}
              },
              "required": ["session_id"],
              "additionalProperties": false
            }
            """;

    private final DocumentStore store;
    private final DocumentSessions sessions;

    DecisionsTool(ToolContext context) {
        super("decisions", "List decisions on suggestions", DESCRIPTION, INPUT_SCHEMA, Effect.READS);
        this.store = context.store();
        this.sessions = context.sessions();
    }

    @Override
    boolean isAvailable(DocumentServer.Options options) {
        // A session without suggestions has no decisions, and plain marks cannot be told apart.
        return !options.readOnly() && !options.plainMarks();
    }

    @Override
    ToolResult call(ToolArguments arguments, Actor actor) throws ToolFailure, IOException {
        String sessionId = arguments.required("session_id");
        DocumentSession session = sessions.require(sessionId, actor);
        if (session.suggestionsByGroup().isEmpty()) {
            return DocumentSessions.result("This session has made no suggestions.", sessionId);
        }
        UnreportedDecisions decisions = UnreportedDecisions.of(session, store);
        sessions.recordOutcomes(sessionId, actor, decisions.changed());
        String text = decisions.changed().isEmpty()
                ? "No decisions since you last asked."
                : "Decisions since you last asked:" + decisions.lines();
        return DocumentSessions.result(text + "\n\nPending: " + decisions.pending() + ".", sessionId);
    }
}
