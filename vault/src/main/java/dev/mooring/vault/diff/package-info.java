/** Compares texts by words and graphemes. */
@NullMarked
package dev.mooring.vault.diff;

import org.jspecify.annotations.NullMarked;
