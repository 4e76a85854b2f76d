/** Servers that nobody here wrote, spoken to by this client. */
@NullMarked
package dev.mooring.mcp.client.peers;

import org.jspecify.annotations.NullMarked;
