package dev.mooring.vault.server;

import dev.mooring.vault.documents.DocumentStore;
import dev.mooring.vault.edit.Signature;
import java.time.InstantSource;

/** What the tools of one server share. */
record ToolContext(
        DocumentStore store, DocumentSessions sessions, InstantSource clock, DocumentServer.Options options) {

    DocumentLookup lookup() {
        return new DocumentLookup(store);
    }

    /** Returns the signature for a suggestion that the actor makes now in a session. */
    Signature signature(Actor actor, String sessionId) {
        return options.plainMarks() ? Signature.plain() : Signature.by(actor.authorIn(sessionId), clock.instant());
    }
}
