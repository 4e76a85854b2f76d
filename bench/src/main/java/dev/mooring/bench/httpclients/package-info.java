/** The comparison of HTTP clients that chose the one that we use. */
@NullMarked
package dev.mooring.bench.httpclients;

import org.jspecify.annotations.NullMarked;
