package dev.mooring.vault.server;

import dev.mooring.handle.Handle;
import dev.mooring.handle.HandleEnd;
import dev.mooring.handle.HandleStoreUnavailable;
import dev.mooring.handle.Handles;
import dev.mooring.handle.Lookup;
import dev.mooring.handle.MintResult;
import dev.mooring.mcp.server.ToolResult;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The open sessions: handles whose state is a {@link DocumentSession}. */
final class DocumentSessions {

    /** The key of the session id in the metadata of a result. */
    static final String META_KEY = "dev.mooring/session_id";

    private static final String READ_AGAIN =
            " Read the document again without a session_id, and use the session id from that response.";

    private static final String UNKNOWN =
            "This session_id is unknown or has expired (a session ends after 1 hour without use)." + READ_AGAIN;

    private final Handles<DocumentSession> handles;

    DocumentSessions(Handles<DocumentSession> handles) {
        this.handles = handles;
    }

    /** Returns the session. Counts as a use. */
    DocumentSession require(String id, Actor actor) throws ToolFailure {
        return switch (lookUp(() -> handles.find(id, actor.owner()))) {
            case Lookup.Found<DocumentSession>(Handle<DocumentSession> handle) -> handle.state();
            case Lookup.Ended<DocumentSession>(HandleEnd end) -> throw new ToolFailure(ended(end));
            case Lookup.NotFound<DocumentSession> _ -> throw new ToolFailure(UNKNOWN);
        };
    }

    /** Checks an id that the caller may leave out. */
    void requireIfPresent(@Nullable String id, Actor actor) throws ToolFailure {
        if (id != null) {
            require(id, actor);
        }
    }

    /**
     * Records that a session has read a document.
     *
     * @param id the session, or null to mint one
     * @param raw the raw text that the session has read
     * @return the text with the session line below it
     */
    ToolResult record(@Nullable String id, Actor actor, String path, String raw, String text) throws ToolFailure {
        String hash = hash(raw);
        return result(
                text,
                id == null ? mint(actor, DocumentSession.NEW.withRead(path, hash)) : update(id, actor, path, hash));
    }

    /** Begins to record that a session has read a document, on another thread. */
    Recording beginRecord(String id, Actor actor, String path, String raw) {
        return new Recording(id, actor, path, hash(raw));
    }

    /** A read that is being recorded. */
    final class Recording {
        private final CompletableFuture<String> session = new CompletableFuture<>();

        private Recording(String id, Actor actor, String path, String hash) {
            Thread.startVirtualThread(() -> {
                try {
                    session.complete(update(id, actor, path, hash));
                } catch (ToolFailure | RuntimeException | Error e) {
                    session.completeExceptionally(e);
                }
            });
        }

        /** Returns the text with the session line below it, when the read is recorded. */
        ToolResult result(String text) throws ToolFailure {
            try {
                return DocumentSessions.result(text, session.join());
            } catch (CompletionException e) {
                if (e.getCause() instanceof ToolFailure failure) {
                    throw failure;
                }
                throw e;
            }
        }
    }

    private String update(String id, Actor actor, String path, String hash) throws ToolFailure {
        return switch (lookUp(() -> handles.update(id, actor.owner(), session -> session.withRead(path, hash)))) {
            case Lookup.Found<DocumentSession> _ -> id;
            case Lookup.Ended<DocumentSession>(HandleEnd end) -> throw new ToolFailure(ended(end));
            case Lookup.NotFound<DocumentSession> _ -> throw new ToolFailure(UNKNOWN);
        };
    }

    private static Lookup<DocumentSession> lookUp(Supplier<Lookup<DocumentSession>> question) throws ToolFailure {
        try {
            return question.get();
        } catch (HandleStoreUnavailable e) {
            throw new ToolFailure(String.valueOf(e.getMessage()));
        }
    }

    private static String ended(HandleEnd end) {
        String at = " at " + end.at().truncatedTo(ChronoUnit.SECONDS);
        return switch (end.reason()) {
            case EXPIRED -> "This session expired" + at + ", after 1 hour without use." + READ_AGAIN;
            case ENDED -> "This session was ended" + at + "." + READ_AGAIN;
            case EVICTED -> "This session was ended" + at + " to make room for others." + READ_AGAIN;
            case LOST -> "The state of this session was lost" + at + "." + READ_AGAIN;
        };
    }

    /** Opens a session that has read nothing, and returns its id. */
    String open(Actor actor) throws ToolFailure {
        return mint(actor, DocumentSession.NEW);
    }

    /** Ends a session. */
    void end(String id, Actor actor) {
        handles.end(id, actor.owner());
    }

    private String mint(Actor actor, DocumentSession session) throws ToolFailure {
        return switch (handles.mint(actor.owner(), session)) {
            case MintResult.Minted<DocumentSession>(Handle<DocumentSession> handle) ->
                handle.id().text();
            case MintResult.Refused<DocumentSession> refused ->
                throw new ToolFailure("Session limit reached (" + refused.maximum() + "). "
                        + "Pass the session_id of an earlier response, or try again later.");
        };
    }

    /** Without structured content: some clients hide the text of a result that has any. */
    private static ToolResult result(String text, String id) {
        String separator = text.isEmpty() ? "\n" : "\n\n";
        ToolResult result = ToolResult.text(text + separator + "[session: " + id + "]");
        result.json().putObject("_meta").put(META_KEY, id);
        return result;
    }

    /** Returns a weak hash. A collision only changes the wording of an error. */
    static String hash(String raw) {
        return Integer.toHexString(raw.length()) + ":" + Integer.toHexString(raw.hashCode());
    }
}
