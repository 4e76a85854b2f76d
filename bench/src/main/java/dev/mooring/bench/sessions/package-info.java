/** The suite of the session module: what holding a session costs, and what it saves. */
@NullMarked
package dev.mooring.bench.sessions;

import org.jspecify.annotations.NullMarked;
