package dev.mooring.vault.server;

import dev.mooring.vault.documents.DocumentStore;
import dev.mooring.vault.edit.Signature;
import java.time.InstantSource;
import java.util.function.Supplier;

/**
 * The objects and settings that the tools of one server share.
 *
 * @param groupIds creates the ids that the marks of one edit share
 */
record ToolContext(
        DocumentStore store,
        DocumentSessions sessions,
        InstantSource clock,
        Supplier<String> groupIds,
        DocumentServer.Options options) {

    DocumentLookup lookup() {
        return new DocumentLookup(store);
    }

    /** Returns the signature for the marks of one suggestion that the actor makes now in a session. */
    Signature signature(Actor actor, String sessionId) {
        return options.plainMarks()
                ? Signature.plain()
                : Signature.by(actor.authorIn(sessionId), clock.instant()).inGroup(groupIds.get());
    }
}
