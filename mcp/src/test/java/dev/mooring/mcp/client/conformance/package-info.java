/** The official conformance suite, turned on this client. */
@NullMarked
package dev.mooring.mcp.client.conformance;

import org.jspecify.annotations.NullMarked;
