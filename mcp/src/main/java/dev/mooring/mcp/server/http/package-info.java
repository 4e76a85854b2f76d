/** Serves an {@link dev.mooring.mcp.server.McpServer} over Streamable HTTP, both eras at one URL. */
@NullMarked
package dev.mooring.mcp.server.http;

import org.jspecify.annotations.NullMarked;
