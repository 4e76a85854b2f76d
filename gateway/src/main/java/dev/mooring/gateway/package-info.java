/** Any stateful MCP server, served to clients without sessions by giving each of its tools a handle as argument. */
@NullMarked
package dev.mooring.gateway;

import org.jspecify.annotations.NullMarked;
