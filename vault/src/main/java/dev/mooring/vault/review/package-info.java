/** The review of suggestions: listing them over a whole vault, deciding them, undoing decisions. */
@NullMarked
package dev.mooring.vault.review;

import org.jspecify.annotations.NullMarked;
