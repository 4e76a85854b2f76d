/** The suite of the session module: the cost and the benefit of held sessions. */
@NullMarked
package dev.mooring.bench.sessions;

import org.jspecify.annotations.NullMarked;
