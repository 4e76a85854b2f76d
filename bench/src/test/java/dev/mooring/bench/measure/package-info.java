/** The arithmetic of measuring. */
@NullMarked
package dev.mooring.bench.measure;

import org.jspecify.annotations.NullMarked;
