package dev.mooring.app.web;

import dev.mooring.app.users.Users;
import dev.mooring.auth.grant.AuthorizationStore;

/**
 * The people who can sign in, and what they have allowed clients to do.
 *
 * @param grants stores clients, grants and keys
 * @param rotatesKeys whether the service replaces the key that signs access tokens when it starts
 */
public record LoginSettings(Users users, AuthorizationStore grants, boolean rotatesKeys) {
    /** Creates settings that keep the current key. */
    public LoginSettings(Users users, AuthorizationStore grants) {
        this(users, grants, false);
    }
}
