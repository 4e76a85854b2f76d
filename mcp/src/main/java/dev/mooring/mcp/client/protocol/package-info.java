/** The client's handshake and its rules of both eras, above the transport and below the API. */
@NullMarked
package dev.mooring.mcp.client.protocol;

import org.jspecify.annotations.NullMarked;
