/** The server for the official conformance suite, and the test that runs the suite. */
@NullMarked
package dev.mooring.mcp.server.conformance;

import org.jspecify.annotations.NullMarked;
