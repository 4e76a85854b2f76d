/** The server end: tools, resources and prompts, answered in both eras, whatever carries the messages. */
@NullMarked
package dev.mooring.mcp.server;

import org.jspecify.annotations.NullMarked;
