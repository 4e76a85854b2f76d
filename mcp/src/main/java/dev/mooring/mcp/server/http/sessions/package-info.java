/** Where an HTTP endpoint keeps the sessions of legacy clients beyond its process. */
@NullMarked
package dev.mooring.mcp.server.http.sessions;

import org.jspecify.annotations.NullMarked;
