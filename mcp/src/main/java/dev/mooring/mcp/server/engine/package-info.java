/** The protocol engine of MCP servers: dispatches requests to handlers, in both eras. Internal. */
@NullMarked
package dev.mooring.mcp.server.engine;

import org.jspecify.annotations.NullMarked;
