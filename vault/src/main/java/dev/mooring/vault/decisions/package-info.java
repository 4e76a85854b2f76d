/** What became of suggestions: a log of decisions that all processes on a folder share. */
@NullMarked
package dev.mooring.vault.decisions;

import org.jspecify.annotations.NullMarked;
