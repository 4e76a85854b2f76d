/** Tests of the client against servers that send invalid messages. */
@NullMarked
package dev.mooring.mcp.client.fuzz;

import org.jspecify.annotations.NullMarked;
