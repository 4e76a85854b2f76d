package dev.mooring.vault.server;

import dev.mooring.mcp.server.ToolResult;
import dev.mooring.vault.critic.MarkedText;
import dev.mooring.vault.documents.DocumentStore;
import dev.mooring.vault.edit.EditOutcome;
import dev.mooring.vault.edit.EditSequence;
import dev.mooring.vault.files.DocumentFiles.Change;
import dev.mooring.vault.files.DocumentFiles.ChangeOutcome;
import dev.mooring.vault.files.Resolution;
import dev.mooring.vault.text.LineNumbers;
import dev.mooring.vault.text.OneLine;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Suggests changes of a document that the session has read, under the document's lock, and reports the outcome. */
final class SuggestedChange {

    private static final int CONTEXT_LINES = 2;
    private static final int MAX_QUOTE_LENGTH = 100;

    private final DocumentStore store;
    private final DocumentLookup lookup;
    private final DocumentSessions sessions;

    SuggestedChange(ToolContext context) {
        this.store = context.store();
        this.lookup = context.lookup();
        this.sessions = context.sessions();
    }

    /** Applies edits to the document that the arguments name, and returns the result of the tool. */
    ToolResult apply(ToolArguments arguments, Actor actor, Function<MarkedText, EditSequence> edits)
            throws ToolFailure, IOException {
        String sessionId = arguments.required("session_id");
        Resolution.Document document = lookup.resolve(arguments.required("file_path"));
        String path = document.path();
        String hash = sessions.require(sessionId, actor)
                .hashOf(path)
                .orElseThrow(() -> new ToolFailure("You must read " + path + " in this session before editing it. "
                        + "Call read with session_id " + sessionId + ", then edit again."));
        ChangeOutcome<Attempt> outcome = store.change(document, raw -> attempt(edits, raw));
        return switch (outcome) {
            case ChangeOutcome.Failed<Attempt>(String reason) -> throw new ToolFailure(path + ": " + reason);
            case ChangeOutcome.Missing<Attempt> _ -> throw lookup.missing(path);
            case ChangeOutcome.Decided<Attempt>(var _, Attempt.Succeeded(MarkedText before, var suggested)) ->
                sessions.recordChange(sessionId, actor, path, before, suggested.text(), renderSuccess(path, suggested));
            case ChangeOutcome.Decided<Attempt>(var _, Attempt.Unsuccessful(EditSequence edited, String raw)) ->
                unsuccessful(edited, path, !DocumentSessions.hash(raw).equals(hash));
        };
    }

    /** The result of editing the current text of a document. */
    private sealed interface Attempt {

        /** The edit suggests a change of this text. */
        record Succeeded(MarkedText before, EditOutcome.Suggested suggested) implements Attempt {}

        /** The edit suggests nothing for this raw text. */
        record Unsuccessful(EditSequence edited, String raw) implements Attempt {}
    }

    private static Change<Attempt> attempt(Function<MarkedText, EditSequence> edits, String raw) {
        MarkedText before = MarkedText.parse(raw);
        EditSequence edited = edits.apply(before);
        if (!(edited.outcome() instanceof EditOutcome.Suggested suggested)) {
            return new Change<>(Optional.empty(), new Attempt.Unsuccessful(edited, raw));
        }
        return new Change<>(Optional.of(suggested.text().raw()), new Attempt.Succeeded(before, suggested));
    }

    private static String renderSuccess(String path, EditOutcome.Suggested suggested) {
        var lines = new LineNumbers(suggested.text().accepted().text());
        List<Integer> changedLines = suggested.lines();
        int firstChange = changedLines.getFirst();
        String where = changedLines.size() == 1
                ? "at line " + firstChange
                : changedLines.size() + " times, first at line " + firstChange;
        String message =
                "Suggested in " + path + " " + where + ". It takes effect when a person accepts it; until then "
                        + "read shows the document as if it were accepted.";
        for (String passage : suggested.tolerated()) {
            message +=
                    " old_string matches the document only if quotes, dashes, spaces and Unicode forms may differ. The "
                            + "document has \"" + OneLine.of(passage, MAX_QUOTE_LENGTH)
                            + "\"; its characters stay in the words that you did not change.";
        }
        int first = Math.max(1, firstChange - CONTEXT_LINES);
        int last = Math.min(lines.count(), firstChange + CONTEXT_LINES);
        return first > last ? message : message + "\n\n" + NumberedLines.of(lines, first, last);
    }

    /** Returns or throws the result of an edit that suggested nothing. */
    private static ToolResult unsuccessful(EditSequence edited, String path, boolean changedSinceRead)
            throws ToolFailure {
        String readAgain = changedSinceRead ? path + " has changed since you read it; read it again. " : "";
        String which = edited.failedAmongSeveral()
                ? "Nothing was written, because edits[" + edited.failed() + "] failed: "
                : "";
        return switch (edited.outcome()) {
            case EditOutcome.NoChange _ ->
                ToolResult.text("No change needed: the document already has the new text. Nothing was written.");
            case EditOutcome.NotFound notFound ->
                throw new ToolFailure(which + readAgain + renderNotFound(notFound, path));
            case EditOutcome.NotUnique(int count, List<Integer> firstLines, boolean isExact) ->
                throw new ToolFailure(which + readAgain + "old_string occurs " + count + " times"
                        + (isExact ? "" : " if quotes, dashes, spaces and Unicode forms may differ") + ", at lines "
                        + firstLines.stream().map(String::valueOf).collect(Collectors.joining(", "))
                        + (count > firstLines.size() ? ", …" : "")
                        + ". Include more of the surrounding text so that it is unique, or "
                        + (isExact ? "set" : "copy these characters from the document and set") + " replace_all.");
            case EditOutcome.Refused(String reason) -> throw new ToolFailure(which + reason);
            case EditOutcome.Suggested _ -> throw new IllegalArgumentException("The edit was successful");
        };
    }

    private static String renderNotFound(EditOutcome.NotFound notFound, String path) {
        var out = new StringBuilder("old_string was not found in ").append(path).append('.');
        notFound.hint().ifPresent(hint -> out.append(' ').append(hint));
        notFound.closest().ifPresent(passage -> {
            out.append(" The closest passage is:\n\n");
            var lines = new LineNumbers(passage.text());
            for (int i = 1; i <= lines.count(); i++) {
                out.append(i == 1 ? "" : "\n")
                        .append(String.format("%6d\t", passage.firstLine() + i - 1))
                        .append(NumberedLines.shorten(lines.line(i), NumberedLines.MAX_LINE_LENGTH));
            }
        });
        return out.toString();
    }
}
