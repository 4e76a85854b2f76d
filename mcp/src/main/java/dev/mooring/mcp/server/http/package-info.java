/** Serves an {@link dev.mooring.mcp.server.McpServer} over Streamable HTTP, both eras on one address. */
@NullMarked
package dev.mooring.mcp.server.http;

import org.jspecify.annotations.NullMarked;
