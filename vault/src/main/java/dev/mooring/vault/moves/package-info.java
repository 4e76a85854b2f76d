/** Moves of documents: the file, the links to it and the relative links in it change together. */
@NullMarked
package dev.mooring.vault.moves;

import org.jspecify.annotations.NullMarked;
