/** Benchmarks beside peers in the same run. Not part of the product. */
@NullMarked
package dev.mooring.bench;

import org.jspecify.annotations.NullMarked;
