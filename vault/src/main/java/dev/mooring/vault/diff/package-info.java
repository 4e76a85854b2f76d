/** Which words changed between two texts. */
@NullMarked
package dev.mooring.vault.diff;

import org.jspecify.annotations.NullMarked;
