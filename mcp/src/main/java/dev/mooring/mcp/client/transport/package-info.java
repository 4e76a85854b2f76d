/** The interface between the client and its transports, with the deadlines of requests. */
@NullMarked
package dev.mooring.mcp.client.transport;

import org.jspecify.annotations.NullMarked;
