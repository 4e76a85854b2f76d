/** Runs: an id, scopes that nest by joining, end hooks, and threads that belong to the run. */
@NullMarked
package dev.mooring.run;

import org.jspecify.annotations.NullMarked;
