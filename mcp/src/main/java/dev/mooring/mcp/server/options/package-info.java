/** The options of an MCP server that its protocol engine reads. Internal. */
@NullMarked
package dev.mooring.mcp.server.options;

import org.jspecify.annotations.NullMarked;
