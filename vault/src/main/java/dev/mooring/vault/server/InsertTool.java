package dev.mooring.vault.server;

import dev.mooring.mcp.server.ToolResult;
import dev.mooring.vault.edit.EditSequence;
import dev.mooring.vault.edit.Insertion;
import java.io.IOException;

/** The tool {@code insert}: adds text to a document or to one of its sections, as a suggestion. */
final class InsertTool extends DocumentTool {

    private static final String DESCRIPTION = """
            Adds text to a document that you have read, as a suggestion for human review: at its end, or at the end or \
            start of the section below a heading. No text of the document needs to be repeated. Blank lines around the \
            text are added as needed.""";

    private static final String INPUT_SCHEMA = """
            {
              "type": "object",
              "properties": {
                "file_path": {
                  "type": "string",
                  "description": "Path of the document, relative to the vault, with /"
                },
                "session_id": {
                  "type": "string",
                  "description": "The session value from the read tool's response"
                },
                "content": {
                  "type": "string",
                  "description": "The Markdown to add"
                },
                "section": {
                  "type": "string",
                  "description": "The heading of the section, such as Tasks or Plan::Tasks (default: the whole document)"
                },
                "operation": {
                  "type": "string",
                  "enum": ["append", "prepend"],
                  "description": "append adds at the end (default), prepend at the start, after the heading or front matter"
                }
              },
              "required": ["file_path", "session_id", "content"],
              "additionalProperties": false
            }
            """;

    private static final int MAX_CHARACTERS = 1_000_000;

    private final SuggestedChange change;
    private final ToolContext context;

    InsertTool(ToolContext context) {
        super("insert", "Suggest added text", DESCRIPTION, INPUT_SCHEMA, Effect.SUGGESTS);
        this.change = new SuggestedChange(context);
        this.context = context;
    }

    @Override
    ToolResult call(ToolArguments arguments, Actor actor) throws ToolFailure, IOException {
        String content = arguments.required("content");
        if (content.length() > MAX_CHARACTERS) {
            throw new ToolFailure("content can have at most " + MAX_CHARACTERS + " characters.");
        }
        String section = arguments.optional("section");
        var insertion = new Insertion(
                content,
                section == null || section.isBlank() ? null : section,
                "prepend".equals(arguments.optional("operation")),
                context.signature(actor, arguments.required("session_id")));
        return change.apply(arguments, actor, text -> EditSequence.of(insertion.apply(text)));
    }
}
