/** A gateway that serves stateful MCP servers to clients without sessions. */
@NullMarked
package dev.mooring.gateway;

import org.jspecify.annotations.NullMarked;
