/** The official conformance suite, run against this client. */
@NullMarked
package dev.mooring.mcp.client.conformance;

import org.jspecify.annotations.NullMarked;
