/** Authentication of clients: the port to the source of credentials, which also reacts to the challenges of servers. */
@NullMarked
package dev.mooring.mcp.client.credentials;

import org.jspecify.annotations.NullMarked;
