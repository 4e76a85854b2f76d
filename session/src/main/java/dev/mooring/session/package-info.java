/** Open MCP sessions and their owners: runs, invocations, the program, and handles of a gateway. */
@NullMarked
package dev.mooring.session;

import org.jspecify.annotations.NullMarked;
