/** The Model Context Protocol at both ends and in both eras, over stdio and Streamable HTTP. */
@NullMarked
package dev.mooring.mcp;

import org.jspecify.annotations.NullMarked;
