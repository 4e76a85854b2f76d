package dev.mooring.app.web;

/** Who may open the pages of a service. */
public sealed interface PageAccess {
    /** Every local user. Only for pages that give no more power than the MCP endpoint beside them. */
    PageAccess OPEN = new Open();

    /** Every local user. */
    record Open() implements PageAccess {}

    /** Holders of a token with a role. */
    record ByToken(Tokens tokens, Role role) implements PageAccess {}

    /** Holders of a one-time code. */
    record ByCode(SignInCodes codes) implements PageAccess {}
}
