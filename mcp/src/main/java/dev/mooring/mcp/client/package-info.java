/** The client end: one open connection to one server, shared by any number of threads. */
@NullMarked
package dev.mooring.mcp.client;

import org.jspecify.annotations.NullMarked;
