/** Encryption and hashes. */
@NullMarked
package dev.mooring.mcp.crypto;

import org.jspecify.annotations.NullMarked;
