/** Streamable HTTP on Jetty: requests, streams, sessions and threads. Internal. */
@NullMarked
package dev.mooring.mcp.server.http.engine;

import org.jspecify.annotations.NullMarked;
