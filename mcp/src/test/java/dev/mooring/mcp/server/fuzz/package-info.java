/** Fuzz tests: malformed input over every transport. */
@NullMarked
package dev.mooring.mcp.server.fuzz;

import org.jspecify.annotations.NullMarked;
