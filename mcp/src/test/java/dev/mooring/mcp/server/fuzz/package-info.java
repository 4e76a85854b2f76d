/** Input that nobody in their right mind would send. */
@NullMarked
package dev.mooring.mcp.server.fuzz;

import org.jspecify.annotations.NullMarked;
