/**
 * The MCP server of a vault: the document tools, and the documents as resources, for both eras. A session here is the state
 * behind a handle, not an MCP session.
 */
@NullMarked
package dev.mooring.vault.server;

import org.jspecify.annotations.NullMarked;
