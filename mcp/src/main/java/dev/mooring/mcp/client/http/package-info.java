/** The Streamable HTTP transport of the client, for both eras. */
@NullMarked
package dev.mooring.mcp.client.http;

import org.jspecify.annotations.NullMarked;
