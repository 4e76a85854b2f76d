/** Those who race: clients and servers of ours, of the MCP Java SDK, and bare ones that only move the bytes. */
@NullMarked
package dev.mooring.bench.contender;

import org.jspecify.annotations.NullMarked;
