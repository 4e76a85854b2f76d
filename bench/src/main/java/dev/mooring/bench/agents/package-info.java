/** Benchmarks of the agent loop: its overhead, and many runs at once. */
@NullMarked
package dev.mooring.bench.agents;

import org.jspecify.annotations.NullMarked;
