package dev.mooring.vault.server;

import dev.mooring.vault.critic.Proposal;
import dev.mooring.vault.files.Resolution;

/** The tool {@code delete}: proposes to remove a document. */
final class DeleteTool extends ProposalTool {

    private static final String DESCRIPTION = """
            Proposes to delete a document. Nothing is deleted until a person accepts. Read the document first.""";

    private static final String INPUT_SCHEMA = """
            {
              "type": "object",
              "properties": {
                "file_path": {"type": "string", "description": "Path of the document"},
                "session_id": {"type": "string", "description": "The session value from read"}
              },
              "required": ["file_path", "session_id"],
              "additionalProperties": false
            }
            """;

    DeleteTool(ToolContext context) {
        super(context, "delete", "Propose a deletion", DESCRIPTION, INPUT_SCHEMA);
    }

    @Override
    Proposal proposal(ToolArguments arguments, Resolution.Document document) {
        return new Proposal.Delete();
    }

    @Override
    String describe(Resolution.Document document, Proposal proposal) {
        return "Proposed to delete " + document.path() + ". The document stays until a person accepts.";
    }
}
