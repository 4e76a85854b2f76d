/** Benchmarks of the protocol module: speed and resources. */
@NullMarked
package dev.mooring.bench.protocol;

import org.jspecify.annotations.NullMarked;
