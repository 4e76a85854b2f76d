/** The client API: an open connection to one server, which any number of threads may share. */
@NullMarked
package dev.mooring.mcp.client;

import org.jspecify.annotations.NullMarked;
