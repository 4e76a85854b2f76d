/** Tests of the client against third-party servers. */
@NullMarked
package dev.mooring.mcp.client.peers;

import org.jspecify.annotations.NullMarked;
