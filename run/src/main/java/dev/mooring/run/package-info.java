/** What a run is: an id, scopes that nest by joining, and what happens when they end. */
@NullMarked
package dev.mooring.run;

import org.jspecify.annotations.NullMarked;
