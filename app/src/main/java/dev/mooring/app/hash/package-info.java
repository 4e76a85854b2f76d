/** Hashes of texts and files, for identifiers that do not show what they stand for. */
@NullMarked
package dev.mooring.app.hash;

import org.jspecify.annotations.NullMarked;
