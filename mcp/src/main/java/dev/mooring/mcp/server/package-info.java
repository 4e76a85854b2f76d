/** MCP servers: tools, resources and prompts for callers of both eras, independent of the transport. */
@NullMarked
package dev.mooring.mcp.server;

import org.jspecify.annotations.NullMarked;
