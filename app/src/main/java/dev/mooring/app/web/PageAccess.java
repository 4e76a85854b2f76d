package dev.mooring.app.web;

import dev.mooring.app.users.Role;
import dev.mooring.app.users.Users;
import java.util.Optional;

/** The people and programs that may open the pages of a service. */
public sealed interface PageAccess {
    /** Every local user. Only for pages that give no more power than the MCP endpoint beside them. */
    PageAccess OPEN = new Open();

    /** Every local user. */
    record Open() implements PageAccess {}

    /**
     * Holders of a token.
     *
     * @param role the role that the holder needs for all pages but those of its own account
     * @param hasAccounts whether there are pages for an account, so that holders without the role can sign in, too
     */
    record ByToken(Tokens tokens, Role role, boolean hasAccounts) implements PageAccess {
        /** Without pages for accounts. */
        public ByToken(Tokens tokens, Role role) {
            this(tokens, role, false);
        }
    }

    /**
     * Holders of a one-time code.
     *
     * @param command the command that opens a link with a new code
     */
    record ByCode(SignInCodes codes, String command) implements PageAccess {}

    /** Holders of a bearer token, which scripts send with each request. People cannot sign in. */
    record ByBearer(Role role) implements PageAccess {}

    /**
     * People with a password, and a role for all pages but those of their own account.
     *
     * @param tokens tokens that are accepted as the password of their name
     */
    record ByPassword(Users users, Optional<Tokens> tokens, Role role) implements PageAccess {}
}
