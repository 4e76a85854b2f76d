/** A server that has what the official conformance suite looks for, and the run of that suite. */
@NullMarked
package dev.mooring.mcp.server.conformance;

import org.jspecify.annotations.NullMarked;
