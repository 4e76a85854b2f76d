package dev.mooring.vault.server;

import dev.mooring.mcp.server.ToolResult;
import dev.mooring.vault.critic.MarkedText;
import dev.mooring.vault.documents.DocumentStore;
import dev.mooring.vault.edit.Edit;
import dev.mooring.vault.edit.EditOutcome;
import dev.mooring.vault.edit.SuggestedEdit;
import dev.mooring.vault.files.DocumentFiles.Change;
import dev.mooring.vault.files.DocumentFiles.ChangeOutcome;
import dev.mooring.vault.files.Resolution;
import dev.mooring.vault.text.LineNumbers;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.Collectors;

/** The tool {@code edit}: replaces text in a document that the session has read, as a suggestion. */
final class EditTool extends DocumentTool {

    private static final String DESCRIPTION = """
            Edit a document by replacing old_string with new_string. The change is wrapped in CriticMarkup \
            ({--old--}{++new++}) for human review. You must read the document first, and pass the session value of that \
            read as session_id. old_string is matched literally against the text that read shows (without line \
            numbers) and must occur exactly once, unless replace_all is true. To add a comment for the reviewer, write \
            {>>comment<<} in new_string; other CriticMarkup is refused.""";

    private static final String INPUT_SCHEMA = """
            {
              "type": "object",
              "properties": {
                "file_path": {
                  "type": "string",
                  "description": "Path of the document, relative to the vault, with /"
                },
                "old_string": {
                  "type": "string",
                  "description": "The text to replace, exactly as read shows it. Empty only for an empty document."
                },
                "new_string": {
                  "type": "string",
                  "description": "The text to put in its place"
                },
                "session_id": {
                  "type": "string",
                  "description": "The session value from the read tool's response. Required to verify the document was read before editing."
                },
                "replace_all": {
                  "type": "boolean",
                  "description": "Replace every occurrence of old_string (default false)"
                }
              },
              "required": ["file_path", "old_string", "new_string", "session_id"],
              "additionalProperties": false
            }
            """;

    private static final int MAX_CHARACTERS = 1_000_000;
    private static final int CONTEXT_LINES = 2;

    private final DocumentStore store;
    private final DocumentLookup lookup;
    private final DocumentSessions sessions;
    private final ToolContext context;

    EditTool(ToolContext context) {
        super("edit", "Suggest an edit", DESCRIPTION, INPUT_SCHEMA, Effect.SUGGESTS);
        this.store = context.store();
        this.lookup = context.lookup();
        this.sessions = context.sessions();
        this.context = context;
    }

    @Override
    ToolResult call(ToolArguments arguments, Actor actor) throws ToolFailure, IOException {
        Edit edit = edit(arguments, actor);
        String sessionId = arguments.required("session_id");
        Resolution.Document document = lookup.resolve(arguments.required("file_path"));
        String path = document.path();
        String hash = sessions.require(sessionId, actor)
                .hashOf(path)
                .orElseThrow(() -> new ToolFailure("You must read " + path + " in this session before editing it. "
                        + "Call read with session_id " + sessionId + ", then edit again."));
        ChangeOutcome<Attempt> outcome = store.change(
                document,
                raw -> attempt(
                        edit, raw, (before, after) -> sessions.beginRecord(sessionId, actor, path, before, after)));
        return switch (outcome) {
            case ChangeOutcome.Failed<Attempt>(String reason) -> throw new ToolFailure(path + ": " + reason);
            case ChangeOutcome.Missing<Attempt> _ -> throw lookup.missing(path);
            case ChangeOutcome.Decided<Attempt>(
                    var _,
                    Attempt.Succeeded(MarkedText text, List<Integer> lines, var recording)) ->
                recording.result(renderSuccess(path, text, lines));
            case ChangeOutcome.Decided<Attempt>(var _, Attempt.Unsuccessful(EditOutcome why, String raw)) ->
                unsuccessful(why, path, !DocumentSessions.hash(raw).equals(hash));
        };
    }

    /** The result of an edit of the current text of a document. */
    private sealed interface Attempt {

        /** The edit is written. The session records the new text while the file is written. */
        record Succeeded(MarkedText text, List<Integer> lines, DocumentSessions.Recording recording)
                implements Attempt {}

        /** The edit suggests nothing for this raw text. */
        record Unsuccessful(EditOutcome outcome, String raw) implements Attempt {}
    }

    private static Change<Attempt> attempt(
            Edit edit, String raw, BiFunction<MarkedText, MarkedText, DocumentSessions.Recording> recorder) {
        MarkedText before = MarkedText.parse(raw);
        EditOutcome outcome = SuggestedEdit.apply(before, edit);
        return outcome instanceof EditOutcome.Suggested(MarkedText text, List<Integer> lines)
                ? new Change<>(
                        Optional.of(text.raw()), new Attempt.Succeeded(text, lines, recorder.apply(before, text)))
                : new Change<>(Optional.empty(), new Attempt.Unsuccessful(outcome, raw));
    }

    private Edit edit(ToolArguments arguments, Actor actor) throws ToolFailure {
        String oldString = arguments.required("old_string");
        String newString = arguments.required("new_string");
        if (oldString.length() > MAX_CHARACTERS || newString.length() > MAX_CHARACTERS) {
            throw new ToolFailure("old_string and new_string can have at most " + MAX_CHARACTERS + " characters.");
        }
        return new Edit(
                oldString,
                newString,
                arguments.flag("replace_all", false),
                context.signature(actor, arguments.required("session_id")));
    }

    private static String renderSuccess(String path, MarkedText text, List<Integer> changedLines) {
        var lines = new LineNumbers(text.accepted().text());
        int firstChange = changedLines.getFirst();
        String where = changedLines.size() == 1
                ? "at line " + firstChange
                : changedLines.size() + " times, first at line " + firstChange;
        String message =
                "Suggested in " + path + " " + where + ". It takes effect when a person accepts it; until then "
                        + "read shows the document as if it were accepted.";
        int first = Math.max(1, firstChange - CONTEXT_LINES);
        int last = Math.min(lines.count(), firstChange + CONTEXT_LINES);
        return first > last ? message : message + "\n\n" + NumberedLines.of(lines, first, last);
    }

    /** Returns or throws the result of an edit that suggested nothing. */
    private static ToolResult unsuccessful(EditOutcome outcome, String path, boolean changedSinceRead)
            throws ToolFailure {
        String readAgain = changedSinceRead ? path + " has changed since you read it; read it again. " : "";
        return switch (outcome) {
            case EditOutcome.NoChange _ ->
                ToolResult.text("No change needed: old_string and new_string are the same. Nothing was written.");
            case EditOutcome.NotFound notFound -> throw new ToolFailure(readAgain + renderNotFound(notFound, path));
            case EditOutcome.NotUnique(int count, List<Integer> firstLines) ->
                throw new ToolFailure(readAgain + "old_string occurs " + count + " times, at lines "
                        + firstLines.stream().map(String::valueOf).collect(Collectors.joining(", "))
                        + (count > firstLines.size() ? ", …" : "")
                        + ". Include more of the surrounding text so that it is unique, or set replace_all.");
            case EditOutcome.Refused(String reason) -> throw new ToolFailure(reason);
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
