/** Turns a replacement of visible text into suggestions in the raw text, or says why it cannot. */
@NullMarked
package dev.mooring.vault.edit;

import org.jspecify.annotations.NullMarked;
