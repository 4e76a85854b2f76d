/** Third-party clients against our server. */
@NullMarked
package dev.mooring.mcp.server.peers;

import org.jspecify.annotations.NullMarked;
