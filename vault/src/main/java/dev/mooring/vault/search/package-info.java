/** Finds documents by name and by content. */
@NullMarked
package dev.mooring.vault.search;

import org.jspecify.annotations.NullMarked;
