/** Measures the page on which people review suggestions, without a browser. */
@NullMarked
package dev.mooring.bench.review;

import org.jspecify.annotations.NullMarked;
