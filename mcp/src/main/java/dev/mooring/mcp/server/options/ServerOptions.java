package dev.mooring.mcp.server.options;

import java.time.Duration;
import javax.crypto.SecretKey;

/**
 * The options of an MCP server.
 *
 * @param modernOnly whether the server refuses legacy clients
 * @param pageSize the maximum number of items on a page of a list
 * @param cacheTtl how long modern clients may cache a list
 * @param inputTimeout how long the server waits for the answer of a legacy client to an input request
 * @param stateKey the AES key of state that travels through callers
 * @param stateLifetime how long such state is valid
 */
public record ServerOptions(
        boolean modernOnly,
        int pageSize,
        Duration cacheTtl,
        Duration inputTimeout,
        SecretKey stateKey,
        Duration stateLifetime) {}
