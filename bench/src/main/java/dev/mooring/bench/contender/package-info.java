/** The contenders: clients and servers of Mooring and of the MCP Java SDK, and bare ones that only move bytes. */
@NullMarked
package dev.mooring.bench.contender;

import org.jspecify.annotations.NullMarked;
