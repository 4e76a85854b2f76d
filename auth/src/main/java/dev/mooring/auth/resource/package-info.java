/** Protects MCP endpoints: validates access tokens, and publishes which authorization server issues them. */
@NullMarked
package dev.mooring.auth.resource;

import org.jspecify.annotations.NullMarked;
