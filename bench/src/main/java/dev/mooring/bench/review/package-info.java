/** Benchmarks of the review page, without a browser. */
@NullMarked
package dev.mooring.bench.review;

import org.jspecify.annotations.NullMarked;
