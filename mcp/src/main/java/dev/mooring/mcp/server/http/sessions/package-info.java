/** The ports of an HTTP endpoint for sessions that outlive its process or that several processes serve. */
@NullMarked
package dev.mooring.mcp.server.http.sessions;

import org.jspecify.annotations.NullMarked;
