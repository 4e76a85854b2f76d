/** Delivers the changes of a server's lists and resources to the callers that listen for them. Internal. */
@NullMarked
package dev.mooring.mcp.server.changes;

import org.jspecify.annotations.NullMarked;
