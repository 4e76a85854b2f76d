package dev.mooring.vault.server;

import dev.mooring.mcp.server.ToolResult;
import dev.mooring.vault.critic.Mark;
import dev.mooring.vault.critic.MarkedText;
import dev.mooring.vault.critic.TextRange;
import dev.mooring.vault.documents.DocumentStore;
import dev.mooring.vault.edit.CommentIds;
import dev.mooring.vault.edit.NewComment;
import dev.mooring.vault.edit.RawChange;
import dev.mooring.vault.files.DocumentFiles.Change;
import dev.mooring.vault.files.DocumentFiles.ChangeOutcome;
import dev.mooring.vault.files.Resolution;
import dev.mooring.vault.text.LineEndings;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The tool {@code comment}: comments on a passage, replies to a comment, and resolves the caller's own comments. */
final class CommentTool extends DocumentTool {

    private static final String DESCRIPTION = """
            Comments on a passage (quote and text), replies to a comment (comment_id and text), or resolves your own \
            comment (comment_id and resolve). read lists the comments with their ids. Read the document first.""";

    private static final String INPUT_SCHEMA = """
            {
              "type": "object",
              "properties": {
                "file_path": {"type": "string", "description": "Path of the document"},
                "session_id": {"type": "string", "description": "The session value from read"},
                "text": {"type": "string", "description": "The comment or reply"},
                "quote": {"type": "string", "description": "The passage to comment on, as read shows it; must occur exactly once"},
                "comment_id": {"type": "string", "description": "The comment to reply to or to resolve"},
                "resolve": {"type": "boolean", "description": "Resolve your comments in this thread"}
              },
              "required": ["file_path", "session_id"],
              "additionalProperties": false
            }
            """;

    private static final int MAX_CHARACTERS = 10_000;

    private final DocumentStore store;
    private final DocumentLookup lookup;
    private final DocumentSessions sessions;
    private final ToolContext context;

    CommentTool(ToolContext context) {
        super("comment", "Comment on a document", DESCRIPTION, INPUT_SCHEMA, Effect.SUGGESTS);
        this.store = context.store();
        this.lookup = context.lookup();
        this.sessions = context.sessions();
        this.context = context;
    }

    @Override
    boolean isAvailable(DocumentServer.Options options) {
        // An unsigned comment looks like a person's.
        return super.isAvailable(options) && !options.plainMarks();
    }

    /**
     * The arguments of a call.
     *
     * @param text null to write nothing
     * @param quote null to reply or resolve
     * @param commentId null to comment on the quote
     */
    private record Request(
            @Nullable String text,
            @Nullable String quote,
            @Nullable String commentId,
            boolean resolves) {

        static Request of(ToolArguments arguments) throws ToolFailure {
            var request = new Request(
                    notBlank(arguments.optional("text")),
                    notBlank(arguments.optional("quote")),
                    notBlank(arguments.optional("comment_id")),
                    arguments.flag("resolve", false));
            if ((request.quote == null) == (request.commentId == null)) {
                throw new ToolFailure(
                        "Give either quote, to comment on a passage, or comment_id, to reply or resolve.");
            }
            if (request.text == null && !request.resolves) {
                throw new ToolFailure("text is missing: write the comment or the reply.");
            }
            if (request.quote != null && (request.text == null || request.resolves)) {
                throw new ToolFailure("A comment on a passage needs quote and text, and cannot be resolved at once.");
            }
            if (request.text != null && request.text.length() > MAX_CHARACTERS) {
                throw new ToolFailure("text can have at most " + MAX_CHARACTERS + " characters.");
            }
            return request;
        }

        private static @Nullable String notBlank(@Nullable String text) {
            return text == null || text.isBlank() ? null : text;
        }
    }

    /** The new text with the message for the model, or a failure. */
    private sealed interface Attempt {

        record Written(MarkedText before, MarkedText after, String message) implements Attempt {}

        record Failed(String message) implements Attempt {}
    }

    @Override
    ToolResult call(ToolArguments arguments, Actor actor) throws ToolFailure, IOException {
        Request request = Request.of(arguments);
        String sessionId = arguments.required("session_id");
        Resolution.Document document = lookup.resolve(arguments.required("file_path"));
        String path = document.path();
        if (sessions.require(sessionId, actor).hashOf(path).isEmpty()) {
            throw new ToolFailure("You must read " + path + " in this session before you comment on it. Call read with "
                    + "session_id " + sessionId + ", then comment again.");
        }
        ChangeOutcome<Attempt> outcome = store.change(document, raw -> {
            Attempt attempt = attempt(request, MarkedText.parse(raw), actor, sessionId);
            return new Change<>(
                    attempt instanceof Attempt.Written written
                            ? Optional.of(written.after().raw())
                            : Optional.empty(),
                    attempt);
        });
        return switch (outcome) {
            case ChangeOutcome.Failed<Attempt>(String reason) -> throw new ToolFailure(path + ": " + reason);
            case ChangeOutcome.Missing<Attempt> _ -> throw lookup.missing(path);
            case ChangeOutcome.Decided<Attempt>(var _, Attempt.Failed(String message)) ->
                throw new ToolFailure(message);
            case ChangeOutcome.Decided<Attempt>(
                    var _,
                    Attempt.Written(MarkedText before, MarkedText after, String message)) ->
                sessions.recordChange(sessionId, actor, path, before, after, message);
        };
    }

    private Attempt attempt(Request request, MarkedText text, Actor actor, String sessionId) {
        String quote = request.quote;
        String commentId = request.commentId;
        if (quote != null) {
            return onPassage(text, LineEndings.toLf(quote), String.valueOf(request.text), actor, sessionId);
        }
        Map<Mark, String> ids = CommentIds.of(text);
        Optional<Mark> found = text.comments().stream()
                .filter(comment -> String.valueOf(ids.get(comment)).equals(commentId))
                .findFirst();
        return found.isEmpty()
                ? new Attempt.Failed("There is no comment with this comment_id. It may have been deleted; read the "
                        + "document again.")
                : inThread(request, text, thread(text, found.get()), actor, sessionId);
    }

    private Attempt onPassage(MarkedText text, String quote, String comment, Actor actor, String sessionId) {
        String shown = text.accepted().text();
        int at = shown.indexOf(quote);
        if (at < 0) {
            return new Attempt.Failed(
                    "quote was not found. Give the text exactly as read shows it, without line numbers.");
        }
        if (shown.indexOf(quote, at + 1) >= 0) {
            return new Attempt.Failed("quote occurs more than once. Include more of the surrounding text.");
        }
        NewComment written = NewComment.writeOnView(
                text, new TextRange(at, at + quote.length()), comment, context.signature(actor, sessionId));
        return attempt(text, List.of(), written, "Added the comment. A person sees it in the review.");
    }

    /** Returns the comments that directly follow one another around a comment. */
    private static List<Mark> thread(MarkedText text, Mark comment) {
        List<Mark> all = text.comments();
        int first = all.indexOf(comment);
        int last = first;
        while (first > 0 && follows(all.get(first - 1), all.get(first))) {
            first--;
        }
        while (last + 1 < all.size() && follows(all.get(last), all.get(last + 1))) {
            last++;
        }
        return all.subList(first, last + 1);
    }

    private static boolean follows(Mark before, Mark after) {
        return before.whole().end() == after.whole().start();
    }

    private Attempt inThread(Request request, MarkedText text, List<Mark> thread, Actor actor, String sessionId) {
        List<RawChange> resolved = new ArrayList<>();
        String message = "";
        if (request.resolves) {
            String author = actor.authorIn(sessionId);
            thread.stream()
                    .filter(comment -> comment.isBy(author) && comment.isOpenComment())
                    .forEach(comment -> resolved.add(new RawChange(comment.whole(), comment.done(text.raw()))));
            if (resolved.isEmpty()) {
                return new Attempt.Failed("You have no open comment in this thread. Only its author or a person can "
                        + "resolve a comment; reply to it instead.");
            }
            boolean isOpen = thread.stream().anyMatch(comment -> comment.isOpenComment() && !comment.isBy(author));
            message = "Resolved your comments."
                    + (isOpen ? " The thread stays open until a person resolves the others." : "");
        }
        if (request.text == null) {
            return new Attempt.Written(text, MarkedText.parse(RawChange.apply(text.raw(), resolved)), message);
        }
        NewComment written = NewComment.write(
                text, thread.getLast().whole().end(), request.text, context.signature(actor, sessionId));
        return attempt(text, resolved, written, ("Replied. A person sees it in the review. " + message).strip());
    }

    private static Attempt attempt(MarkedText text, List<RawChange> others, NewComment written, String message) {
        return switch (written) {
            case NewComment.Refused(String reason) -> new Attempt.Failed(reason);
            case NewComment.Written(RawChange change, List<String> _) -> {
                List<RawChange> changes = new ArrayList<>(others);
                changes.add(change);
                yield new Attempt.Written(text, MarkedText.parse(RawChange.apply(text.raw(), changes)), message);
            }
        };
    }
}
