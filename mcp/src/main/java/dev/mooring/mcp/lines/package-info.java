/** Messages as lines of bytes, as both ends of stdio read them. */
@NullMarked
package dev.mooring.mcp.lines;

import org.jspecify.annotations.NullMarked;
