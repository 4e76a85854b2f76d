/** Formats and bookkeeping that both ends share: line framing, server-sent events, header values, requests in flight. */
@NullMarked
package dev.mooring.mcp.wire;

import org.jspecify.annotations.NullMarked;
