/** The seam for authentication at the client's end: where the HTTP client gets credentials, and who reacts to challenges. */
@NullMarked
package dev.mooring.mcp.client.credentials;

import org.jspecify.annotations.NullMarked;
