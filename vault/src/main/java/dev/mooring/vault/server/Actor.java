package dev.mooring.vault.server;

import dev.mooring.handle.HandleOwner;
import dev.mooring.mcp.Implementation;
import dev.mooring.mcp.server.Caller;

/**
 * The party that calls a tool.
 *
 * @param owner the owner of the sessions that the call can use
 * @param author the name in the metadata of the suggestions that the call makes
 */
record Actor(HandleOwner owner, String author) {

    private static final String UNKNOWN_AUTHOR = "unknown";

    static Actor of(Caller caller) {
        String principal = caller.principal();
        if (principal != null) {
            return new Actor(HandleOwner.principal(principal), principal);
        }
        Implementation client = caller.client();
        return new Actor(HandleOwner.ANONYMOUS, client == null ? UNKNOWN_AUTHOR : client.displayName());
    }
}
