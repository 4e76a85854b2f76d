/** Measurements beside peers in the same run; nothing here is part of the product. */
@NullMarked
package dev.mooring.bench;

import org.jspecify.annotations.NullMarked;
