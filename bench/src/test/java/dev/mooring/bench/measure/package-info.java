/** Tests of the arithmetic. */
@NullMarked
package dev.mooring.bench.measure;

import org.jspecify.annotations.NullMarked;
