package dev.mooring.vault.server;

import dev.mooring.handle.HandleOwner;
import dev.mooring.mcp.Implementation;
import dev.mooring.mcp.server.Caller;
import dev.mooring.mcp.server.DisplayName;
import dev.mooring.vault.text.AuthorName;
import dev.mooring.vault.text.ShortHash;
import org.jspecify.annotations.Nullable;

/**
 * The party that calls a tool.
 *
 * @param owner the owner of the sessions that the call can use
 * @param author the name in the metadata of the suggestions that the call makes; null if the caller has no name
 */
record Actor(HandleOwner owner, @Nullable String author) {

    private static final int HASH_BYTES = 4;

    static Actor of(Caller caller) {
        String principal = caller.principal();
        if (principal != null) {
            return new Actor(HandleOwner.principal(principal), author(principal, caller));
        }
        return new Actor(HandleOwner.ANONYMOUS, name(caller.client()));
    }

    /** Returns the principal of a token file, or the person and the client that signed in: "Ada via Claude". */
    private static String author(String principal, Caller caller) {
        DisplayName name = caller.name();
        if (name == null) {
            return principal;
        }
        String client = name.client() == null ? name(caller.client()) : name.client();
        return client == null ? name.person() : name.person() + " via " + client;
    }

    /** Returns the client's name; null if it gives none. */
    private static @Nullable String name(@Nullable Implementation client) {
        if (client == null) {
            return null;
        }
        String name = AuthorName.isUnknown(client.displayName()) ? client.name() : client.displayName();
        return AuthorName.isUnknown(name) ? null : name;
    }

    /**
     * Returns the author's name in a session. A caller without a name gets one from its session, so that two such callers
     * do not replace each other's suggestions. The name does not reveal the session's id, which is a secret.
     */
    String authorIn(String sessionId) {
        return author == null ? "unknown " + ShortHash.of(sessionId, HASH_BYTES) : author;
    }
}
