/** Which owner holds an open MCP session, and until when. */
@NullMarked
package dev.mooring.session;

import org.jspecify.annotations.NullMarked;
