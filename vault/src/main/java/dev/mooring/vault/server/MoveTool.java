package dev.mooring.vault.server;

import dev.mooring.vault.critic.Proposal;
import dev.mooring.vault.files.DocumentFiles.Creation;
import dev.mooring.vault.files.Resolution;
import java.io.IOException;
import java.util.OptionalInt;

/** The tool {@code move}: proposes another path for a document. */
final class MoveTool extends ProposalTool {

    private static final String DESCRIPTION = """
            Proposes to move or rename a document. Nothing moves until a person accepts; then all links to the document \
            are rewritten. Read the document first. Calling move again replaces your proposal.""";

    private static final String INPUT_SCHEMA = """
            {
              "type": "object",
              "properties": {
                "file_path": {"type": "string", "description": "Path of the document"},
                "new_path": {"type": "string", "description": "Its new path, relative to the vault, with file name and extension"},
                "session_id": {"type": "string", "description": "The session value from read"}
              },
              "required": ["file_path", "new_path", "session_id"],
              "additionalProperties": false
            }
            """;

    /** Characters that links cannot contain, or that other file systems do not allow in names. */
    private static final String FORBIDDEN = "#^[]|\"*<>:?{}";

    MoveTool(ToolContext context) {
        super(context, "move", "Propose a move", DESCRIPTION, INPUT_SCHEMA);
    }

    @Override
    Proposal proposal(ToolArguments arguments, Resolution.Document document) throws ToolFailure, IOException {
        String path = arguments.required("new_path");
        Creation target = store().files().newDocument(path);
        switch (target) {
            case Creation.Exists(String existing)
            when existing.equals(document.path()) ->
                throw new ToolFailure(document.path() + " has this path already. Names that differ only in upper and "
                        + "lower case are the same here.");
            case Creation.Exists(String existing) ->
                throw new ToolFailure(existing + " already exists. Choose another new_path.");
            case Creation.Refused(String reason) -> throw new ToolFailure("new_path: " + reason);
            case Creation.Created(Resolution.Document free) -> {
                OptionalInt forbidden = free.path()
                        .chars()
                        .filter(c -> FORBIDDEN.indexOf(c) >= 0)
                        .findFirst();
                if (forbidden.isPresent()) {
                    throw new ToolFailure("new_path contains " + (char) forbidden.getAsInt()
                            + ", which links cannot contain. Choose another name.");
                }
                return new Proposal.Move(free.path());
            }
        }
    }

    @Override
    String describe(Resolution.Document document, Proposal proposal) {
        String to = proposal instanceof Proposal.Move move ? move.to() : "";
        return "Proposed to move " + document.path() + " to " + to + ". The document stays at " + document.path()
                + " until a person accepts.";
    }
}
