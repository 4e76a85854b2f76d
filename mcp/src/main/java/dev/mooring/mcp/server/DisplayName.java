package dev.mooring.mcp.server;

import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * The names under which other people see an authenticated caller. Both come from the authentication, not from the client's
 * description of itself.
 *
 * @param person the name of the person
 * @param client the name of the program that acts for the person; null if the authentication does not name it
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record DisplayName(String person, @Nullable String client) {}
