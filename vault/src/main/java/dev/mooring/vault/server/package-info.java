/** A vault as an MCP server: the document tools and the documents themselves, for both eras. */
@NullMarked
package dev.mooring.vault.server;

import org.jspecify.annotations.NullMarked;
