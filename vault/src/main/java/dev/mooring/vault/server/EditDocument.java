package dev.mooring.vault.server;

import dev.mooring.handle.Handles;
import dev.mooring.vault.critic.MarkedText;
import dev.mooring.vault.documents.DocumentStore;
import dev.mooring.vault.edit.Edit;
import dev.mooring.vault.edit.EditOutcome;
import dev.mooring.vault.edit.Signature;
import dev.mooring.vault.edit.SuggestedEdit;
import dev.mooring.vault.files.DocumentFiles.ChangeOutcome;
import dev.mooring.vault.files.DocumentFiles.Changed;
import dev.mooring.vault.files.Resolution;
import dev.mooring.vault.text.LineNumbers;
import java.io.IOException;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** {@code edit}: replaces text of a document that the session has read, as a suggestion. */
public final class EditDocument {

    public static final ToolDefinition DEFINITION = new ToolDefinition("edit", "Suggest an edit", """
            Edit a document by replacing old_string with new_string. The change is wrapped in CriticMarkup \
            ({--old--}{++new++}) for human review. You must read the document first, and pass the session value of that \
            read as session_id. old_string is matched literally against the text that read shows (without line \
            numbers) and must occur exactly once, unless replace_all is true. A comment for the reviewer can be added as \
            {>>comment<<} in new_string; other CriticMarkup must not be given.""", """
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
            """, false);

    private static final int LONGEST_TEXT = 1_000_000;
    private static final int CONTEXT = 2;

    private final DocumentStore store;
    private final Documents documents;
    private final ReadingSessions sessions;
    private final InstantSource clock;
    private final boolean plainMarks;

    public EditDocument(DocumentStore store, Handles<DocumentsRead> handles, InstantSource clock, boolean plainMarks) {
        this.store = store;
        this.documents = new Documents(store);
        this.sessions = new ReadingSessions(handles);
        this.clock = clock;
        this.plainMarks = plainMarks;
    }

    /** The tool's arguments. */
    public record Arguments(
            String filePath, String oldString, String newString, String sessionId, boolean replaceAll) {}

    public ToolText run(Arguments arguments, Actor actor) throws IOException {
        if (arguments.oldString().length() > LONGEST_TEXT
                || arguments.newString().length() > LONGEST_TEXT) {
            return ToolText.error("old_string and new_string may have at most " + LONGEST_TEXT + " characters.");
        }
        Documents.Found found = documents.find(arguments.filePath());
        if (found instanceof Documents.Found.Not(ToolText answer)) {
            return answer;
        }
        Resolution.Document document = ((Documents.Found.There) found).document();
        Optional<DocumentsRead> session = sessions.find(arguments.sessionId(), actor);
        if (session.isEmpty()) {
            return ToolText.error(ReadingSessions.UNKNOWN);
        }
        Optional<String> hash = session.get().hashOf(document.path());
        if (hash.isEmpty()) {
            return ToolText.error(
                    "You must read " + document.path() + " in this session before editing it. Call read with "
                            + "session_id " + arguments.sessionId() + ", then edit again.");
        }
        return edit(arguments, actor, document, hash.get());
    }

    private ToolText edit(Arguments arguments, Actor actor, Resolution.Document document, String hash)
            throws IOException {
        Documents.Opened opened = documents.open(document);
        if (opened instanceof Documents.Opened.Closed(ToolText answer)) {
            return answer;
        }
        String seen = ((Documents.Opened.Open) opened).raw();
        Signature signature = plainMarks ? Signature.plain() : Signature.by(actor.author(), clock.instant());
        var edit = new Edit(arguments.oldString(), arguments.newString(), arguments.replaceAll(), signature);
        EditOutcome first = SuggestedEdit.apply(MarkedText.parse(seen), edit);
        if (!(first instanceof EditOutcome.Suggested)) {
            return failure(first, document.path(), !ReadingSessions.hash(seen).equals(hash));
        }
        ChangeOutcome<EditOutcome> outcome = store.change(document, raw -> {
            EditOutcome now = raw.equals(seen) ? first : SuggestedEdit.apply(MarkedText.parse(raw), edit);
            Optional<String> written = now instanceof EditOutcome.Suggested suggested
                    ? Optional.of(suggested.text().raw())
                    : Optional.empty();
            return new Changed<>(written, now);
        });
        return switch (outcome) {
            case ChangeOutcome.Failed<EditOutcome>(String reason) -> ToolText.error(reason);
            case ChangeOutcome.Gone<EditOutcome> _ -> documents.missing(document.path());
            case ChangeOutcome.Decided<EditOutcome> decided ->
                decided.answer() instanceof EditOutcome.Suggested(MarkedText text, List<Integer> lines)
                        ? sessions.answer(
                                success(document.path(), text, lines),
                                arguments.sessionId(),
                                actor,
                                document.path(),
                                text.raw())
                        : failure(decided.answer(), document.path(), true);
        };
    }

    private static String success(String path, MarkedText text, List<Integer> changed) {
        var lines = new LineNumbers(text.accepted().text());
        String where = changed.size() == 1
                ? "at line " + changed.getFirst()
                : changed.size() + " times, first at line " + changed.getFirst();
        String answer = "Suggested in " + path + " " + where + ". It takes effect when a person accepts it; until then "
                + "read shows the document as if it were accepted.";
        int first = Math.max(1, changed.getFirst() - CONTEXT);
        int last = Math.min(lines.count(), changed.getFirst() + CONTEXT);
        return first > last ? answer : answer + "\n\n" + NumberedLines.of(lines, first, last);
    }

    private static ToolText failure(EditOutcome outcome, String path, boolean changedSinceRead) {
        return switch (outcome) {
            case EditOutcome.NoChange _ ->
                ToolText.plain("No change needed: old_string and new_string are the same. Nothing was written.");
            case EditOutcome.NotFound notFound -> ToolText.error(notFound(notFound, path, changedSinceRead));
            case EditOutcome.NotUnique(int count, List<Integer> firstLines) ->
                ToolText.error((changedSinceRead ? changedSinceRead(path) : "")
                        + "old_string occurs " + count + " times, at lines "
                        + firstLines.stream().map(String::valueOf).collect(Collectors.joining(", "))
                        + (count > firstLines.size() ? ", …" : "")
                        + ". Give more of the text around it so that it is unique, or set replace_all.");
            case EditOutcome.Refused(String reason) -> ToolText.error(reason);
            case EditOutcome.Suggested _ -> throw new IllegalArgumentException("That is no failure");
        };
    }

    private static String notFound(EditOutcome.NotFound notFound, String path, boolean changedSinceRead) {
        var out = new StringBuilder(changedSinceRead ? changedSinceRead(path) : "");
        out.append("old_string was not found in ").append(path).append('.');
        notFound.hint().ifPresent(hint -> out.append(' ').append(hint));
        notFound.closest().ifPresent(passage -> {
            out.append(" The closest passage is:\n\n");
            var lines = new LineNumbers(passage.text());
            for (int i = 1; i <= lines.count(); i++) {
                out.append(i == 1 ? "" : "\n")
                        .append(String.format("%6d\t", passage.firstLine() + i - 1))
                        .append(NumberedLines.cut(lines.line(i), NumberedLines.LONGEST_LINE));
            }
        });
        return out.toString();
    }

    private static String changedSinceRead(String path) {
        return path + " has changed since you read it; read it again. ";
    }
}
