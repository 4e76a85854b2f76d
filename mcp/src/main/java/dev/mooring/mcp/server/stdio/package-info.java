/** Serves an {@link dev.mooring.mcp.server.McpServer} over a pair of byte streams, one message per line. */
@NullMarked
package dev.mooring.mcp.server.stdio;

import org.jspecify.annotations.NullMarked;
