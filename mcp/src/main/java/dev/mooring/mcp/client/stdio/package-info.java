/** A child process as the other end: its pipes, its lines, its end with all its descendants. */
@NullMarked
package dev.mooring.mcp.client.stdio;

import org.jspecify.annotations.NullMarked;
