/** Compares HTTP clients on virtual threads, for the choice of the one that Mooring uses. */
@NullMarked
package dev.mooring.bench.httpclients;

import org.jspecify.annotations.NullMarked;
