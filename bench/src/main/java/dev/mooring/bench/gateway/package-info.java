/** Benchmarks of the gateway. */
@NullMarked
package dev.mooring.bench.gateway;

import org.jspecify.annotations.NullMarked;
