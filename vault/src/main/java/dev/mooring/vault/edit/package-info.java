/** Turns replacements of visible text into suggestions in the raw text, or refuses them with a reason. */
@NullMarked
package dev.mooring.vault.edit;

import org.jspecify.annotations.NullMarked;
