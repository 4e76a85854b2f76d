package dev.mooring.vault.server;

import dev.mooring.handle.Handle;
import dev.mooring.handle.HandleEnd;
import dev.mooring.handle.HandleStoreUnavailable;
import dev.mooring.handle.Handles;
import dev.mooring.handle.Lookup;
import dev.mooring.handle.MintResult;
import dev.mooring.mcp.server.ToolResult;
import dev.mooring.vault.critic.MarkedText;
import dev.mooring.vault.server.DocumentSession.MadeSuggestion;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
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

    /** Checks that the session exists and belongs to the caller. Does nothing without an id. Counts as a use. */
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
     * @param reported the suggestions whose outcome the text reports
     * @return the text with the session line below it
     */
    private ToolResult record(
            @Nullable String id,
            Actor actor,
            String path,
            String raw,
            Map<String, MadeSuggestion> reported,
            String text)
            throws ToolFailure {
        UnaryOperator<DocumentSession> change =
                session -> session.withRead(path, hash(raw)).withSuggestions(reported);
        return result(text, id == null ? mint(actor, change.apply(DocumentSession.NEW)) : update(id, actor, change));
    }

    /**
     * Records that a session has read a document. Does not call the store if the session has read this text before.
     *
     * @param id the session, or null to mint one
     * @param found the session as {@link #require} has returned it
     */
    ToolResult recordIfNew(
            @Nullable String id,
            DocumentSession found,
            Actor actor,
            String path,
            String raw,
            Map<String, MadeSuggestion> reported,
            String text)
            throws ToolFailure {
        boolean isRecorded = reported.isEmpty() && found.hashOf(path).equals(Optional.of(hash(raw)));
        return id != null && isRecorded ? result(text, id) : record(id, actor, path, raw, reported, text);
    }

    /**
     * Records a change that is written to a document: the new text as read, and the suggestions that the change made. The
     * result is a success even if the session has ended in the meantime: the model must not make the change again.
     *
     * @param text the text of the result
     */
    ToolResult recordChange(String id, Actor actor, String path, MarkedText before, MarkedText after, String text) {
        String hash = hash(after.raw());
        Map<String, MadeSuggestion> made = MadeSuggestions.between(before, after, path);
        try {
            return result(
                    text,
                    update(id, actor, session -> session.withRead(path, hash).withSuggestions(made)));
        } catch (ToolFailure e) {
            return ToolResult.text(
                    text + "\n\nThe change is written, but the session cannot record it. " + e.getMessage());
        }
    }

    /** Records the outcomes of suggestions that a tool result reports. */
    void recordOutcomes(String id, Actor actor, Map<String, MadeSuggestion> reported) throws ToolFailure {
        if (!reported.isEmpty()) {
            update(id, actor, session -> session.withSuggestions(reported));
        }
    }

    private String update(String id, Actor actor, UnaryOperator<DocumentSession> change) throws ToolFailure {
        return switch (lookUp(() -> handles.update(id, actor.owner(), change))) {
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

    /** Ends a session. If the store fails, the session expires instead. */
    void end(String id, Actor actor) {
        try {
            handles.end(id, actor.owner());
        } catch (HandleStoreUnavailable e) {
            // No caller knows its id.
        }
    }

    private String mint(Actor actor, DocumentSession session) throws ToolFailure {
        MintResult<DocumentSession> result;
        try {
            result = handles.mint(actor.owner(), session);
        } catch (HandleStoreUnavailable e) {
            throw new ToolFailure(String.valueOf(e.getMessage()));
        }
        return switch (result) {
            case MintResult.Minted<DocumentSession>(Handle<DocumentSession> handle) ->
                handle.id().text();
            case MintResult.Refused<DocumentSession> refused ->
                throw new ToolFailure("Session limit reached (" + refused.maximum() + "). "
                        + "Pass the session_id of an earlier response, or try again later.");
        };
    }

    /** Returns a result without structured content, because some clients hide the text of a result that has any. */
    static ToolResult result(String text, String id) {
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
