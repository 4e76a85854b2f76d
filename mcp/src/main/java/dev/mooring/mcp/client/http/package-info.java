/** Streamable HTTP as the way to a server: one pool of connections for all sessions. */
@NullMarked
package dev.mooring.mcp.client.http;

import org.jspecify.annotations.NullMarked;
