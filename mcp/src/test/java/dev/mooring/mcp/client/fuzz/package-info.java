/** Servers that answer with rubbish, and what this client makes of it. */
@NullMarked
package dev.mooring.mcp.client.fuzz;

import org.jspecify.annotations.NullMarked;
