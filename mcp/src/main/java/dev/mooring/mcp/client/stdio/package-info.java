/** The stdio transport of the client: a child process with its pipes and its descendants. */
@NullMarked
package dev.mooring.mcp.client.stdio;

import org.jspecify.annotations.NullMarked;
