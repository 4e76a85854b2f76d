package dev.mooring.vault.server;

import dev.mooring.handle.Handle;
import dev.mooring.handle.Handles;
import dev.mooring.handle.Lookup;
import dev.mooring.handle.MintResult;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The sessions in which documents are read and edited: handles that remember what was read. */
final class ReadingSessions {

    static final String UNKNOWN = "This session_id is unknown or has expired (sessions end after an hour without use). "
            + "Read the document again without a session_id, and use the session id of that answer.";

    private final Handles<DocumentsRead> handles;

    ReadingSessions(Handles<DocumentsRead> handles) {
        this.handles = handles;
    }

    Optional<DocumentsRead> find(String session, Actor actor) {
        return switch (handles.find(session, actor.caller())) {
            case Lookup.Found<DocumentsRead>(Handle<DocumentsRead> handle) -> Optional.of(handle.state());
            case Lookup.NotFound<DocumentsRead> _ -> Optional.empty();
        };
    }

    /** Notes that the document was read, in the given session or in a new one, and answers with the session's line. */
    ToolText answer(String text, @Nullable String session, Actor actor, String path, String raw) {
        String hash = hash(raw);
        if (session != null) {
            return switch (handles.update(session, actor.caller(), read -> read.with(path, hash))) {
                case Lookup.Found<DocumentsRead> _ -> ToolText.inSession(text, session);
                case Lookup.NotFound<DocumentsRead> _ -> ToolText.error(UNKNOWN);
            };
        }
        return switch (handles.mint(actor.caller(), DocumentsRead.NONE.with(path, hash))) {
            case MintResult.Minted<DocumentsRead>(Handle<DocumentsRead> handle) ->
                ToolText.inSession(text, handle.id().text());
            case MintResult.Refused<DocumentsRead> refused ->
                ToolText.error("There are " + refused.limit() + " open sessions, and no more are possible now. "
                        + "Pass the session_id of an earlier answer, or try again later.");
        };
    }

    /** Tells this content from another one, well enough for what depends on it: the words of an error. */
    static String hash(String raw) {
        return Integer.toHexString(raw.length()) + ":" + Integer.toHexString(raw.hashCode());
    }
}
