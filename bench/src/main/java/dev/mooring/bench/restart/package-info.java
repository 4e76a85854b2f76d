/** The start of {@code mooring serve} and {@code mooring gateway} with stored sessions. */
@NullMarked
package dev.mooring.bench.restart;

import org.jspecify.annotations.NullMarked;
