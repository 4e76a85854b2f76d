package dev.mooring.vault.server;

import dev.mooring.mcp.server.ToolResult;
import dev.mooring.vault.critic.MarkedText;
import dev.mooring.vault.critic.Proposal;
import dev.mooring.vault.documents.DocumentStore;
import dev.mooring.vault.edit.ProposalMark;
import dev.mooring.vault.files.DocumentFiles.Change;
import dev.mooring.vault.files.DocumentFiles.ChangeOutcome;
import dev.mooring.vault.files.Resolution;
import java.io.IOException;
import java.util.Optional;

/** A tool that proposes something about a whole document, which the session must have read. */
abstract class ProposalTool extends DocumentTool {

    private final DocumentStore store;
    private final DocumentLookup lookup;
    private final DocumentSessions sessions;
    private final ToolContext context;

    ProposalTool(ToolContext context, String name, String title, String description, String inputSchema) {
        super(name, title, description, inputSchema, Effect.SUGGESTS);
        this.store = context.store();
        this.lookup = context.lookup();
        this.sessions = context.sessions();
        this.context = context;
    }

    /** Returns the proposal that the arguments ask for. */
    abstract Proposal proposal(ToolArguments arguments, Resolution.Document document) throws ToolFailure, IOException;

    /** Returns the result for the model, without the session. */
    abstract String describe(Resolution.Document document, Proposal proposal);

    final DocumentStore store() {
        return store;
    }

    @Override
    boolean isAvailable(DocumentServer.Options options) {
        // A proposal is metadata, which plain marks do not have.
        return super.isAvailable(options) && !options.plainMarks();
    }

    @Override
    final ToolResult call(ToolArguments arguments, Actor actor) throws ToolFailure, IOException {
        String sessionId = arguments.required("session_id");
        Resolution.Document document = lookup.resolve(arguments.required("file_path"));
        String path = document.path();
        if (sessions.require(sessionId, actor).hashOf(path).isEmpty()) {
            throw new ToolFailure("You must read " + path + " in this session before you " + name() + " it. Call read "
                    + "with session_id " + sessionId + ", then " + name() + " again.");
        }
        Proposal proposal = proposal(arguments, document);
        ChangeOutcome<Attempt> outcome = store.change(document, raw -> {
            MarkedText before = MarkedText.parse(raw);
            ProposalMark.Outcome written = ProposalMark.replace(before, proposal, context.signature(actor, sessionId));
            return new Change<>(
                    written instanceof ProposalMark.Written(MarkedText after)
                                    && !after.raw().equals(raw)
                            ? Optional.of(after.raw())
                            : Optional.empty(),
                    new Attempt(before, written));
        });
        return switch (outcome) {
            case ChangeOutcome.Failed<Attempt>(String reason) -> throw new ToolFailure(path + ": " + reason);
            case ChangeOutcome.Missing<Attempt> _ -> throw lookup.missing(path);
            case ChangeOutcome.Decided<Attempt>(var _, Attempt(var _, ProposalMark.Refused(String reason))) ->
                throw new ToolFailure(reason);
            case ChangeOutcome.Decided<Attempt>(
                    var _,
                    Attempt(MarkedText before, ProposalMark.Written(MarkedText after))) ->
                sessions.recordChange(sessionId, actor, path, before, after, describe(document, proposal));
        };
    }

    private record Attempt(MarkedText before, ProposalMark.Outcome outcome) {}
}
