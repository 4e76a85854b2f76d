package dev.mooring.mcp.client.http;

import dev.mooring.mcp.client.credentials.CredentialSource;
import java.net.URI;
import java.util.Map;

/**
 * The server that an HTTP transport connects to.
 *
 * @param headers sent with every request; they may contain secrets
 * @param credentials queried before every request
 * @param origin the name of the server in log lines; free of secrets, unlike the address
 * @param display the name of the server in failures; the address without its secrets
 */
public record HttpTarget(
        URI address, Map<String, String> headers, CredentialSource credentials, String origin, String display) {}
