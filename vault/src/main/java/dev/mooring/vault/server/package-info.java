/** The MCP server of a vault: the document tools, and the documents as resources, for both eras. */
@NullMarked
package dev.mooring.vault.server;

import org.jspecify.annotations.NullMarked;
