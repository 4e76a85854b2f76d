/** A server under attack, and what a well-behaved client notices of it. */
@NullMarked
package dev.mooring.bench.hostile;

import org.jspecify.annotations.NullMarked;
