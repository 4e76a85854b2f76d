package dev.mooring.vault.server;

import dev.mooring.mcp.server.ToolResult;
import dev.mooring.vault.edit.Edit;
import dev.mooring.vault.edit.EditSequence;
import dev.mooring.vault.edit.Signature;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The tool {@code edit}: replaces text in a document that the session has read, as a suggestion. */
final class EditTool extends DocumentTool {

    private static final String DESCRIPTION = """
            Edit a document by replacing old_string with new_string, or several with edits. The change is wrapped in \
            CriticMarkup ({--old--}{++new++}) for human review. You must read the document first, and pass the session \
            value of that read as session_id. old_string is matched literally against the text that read shows (without \
            line numbers) and must occur exactly once, unless replace_all is true. In front matter, change whole \
            properties. To add a comment for the reviewer, write {>>comment<<} in new_string; other CriticMarkup is \
            refused.""";

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
                "old_string": {
                  "type": "string",
                  "description": "The text to replace, exactly as read shows it. Empty only for an empty document."
                },
                "new_string": {
                  "type": "string",
                  "description": "The text to put in its place"
                },
                "replace_all": {
                  "type": "boolean",
                  "description": "Replace every occurrence of old_string (default false)"
                },
                "edits": {
                  "type": "array",
                  "description": "Several replacements instead of old_string and new_string. They are applied in order, each to the result of the one before: all as one suggestion, or none.",
                  "items": {
                    "type": "object",
                    "properties": {
                      "old_string": { "type": "string" },
                      "new_string": { "type": "string" },
                      "replace_all": { "type": "boolean" }
                    },
                    "required": ["old_string", "new_string"],
                    "additionalProperties": false
                  }
                }
              },
              "required": ["file_path", "session_id"],
              "additionalProperties": false
            }
            """;

    private static final int MAX_CHARACTERS = 1_000_000;
    private static final int MAX_EDITS = 1_000;

    private final SuggestedChange change;
    private final ToolContext context;

    EditTool(ToolContext context) {
        super("edit", "Suggest an edit", DESCRIPTION, INPUT_SCHEMA, Effect.SUGGESTS);
        this.change = new SuggestedChange(context);
        this.context = context;
    }

    @Override
    ToolResult call(ToolArguments arguments, Actor actor) throws ToolFailure, IOException {
        List<Edit> edits = edits(arguments, context.signature(actor, arguments.required("session_id")));
        return change.apply(arguments, actor, text -> EditSequence.apply(text, edits));
    }

    private static List<Edit> edits(ToolArguments arguments, Signature signature) throws ToolFailure {
        List<ToolArguments> several = arguments.optionalObjects("edits");
        boolean hasStrings = arguments.optional("old_string") != null || arguments.optional("new_string") != null;
        if (several.isEmpty()) {
            if (arguments.optional("old_string") == null || arguments.optional("new_string") == null) {
                throw new ToolFailure("Pass old_string and new_string, or edits with at least one pair of them.");
            }
            return List.of(edit(arguments, false, signature));
        }
        if (hasStrings) {
            throw new ToolFailure("Pass either old_string and new_string, or edits, but not both.");
        }
        if (several.size() > MAX_EDITS) {
            throw new ToolFailure("edits can have at most " + MAX_EDITS + " entries.");
        }
        List<Edit> edits = new ArrayList<>();
        for (ToolArguments each : several) {
            edits.add(edit(each, arguments.flag("replace_all", false), signature));
        }
        return edits;
    }

    private static Edit edit(ToolArguments strings, boolean replaceAll, Signature signature) throws ToolFailure {
        String oldString = strings.required("old_string");
        String newString = strings.required("new_string");
        if (oldString.length() > MAX_CHARACTERS || newString.length() > MAX_CHARACTERS) {
            throw new ToolFailure("old_string and new_string can have at most " + MAX_CHARACTERS + " characters.");
        }
        return new Edit(oldString, newString, strings.flag("replace_all", replaceAll), signature);
    }
}
