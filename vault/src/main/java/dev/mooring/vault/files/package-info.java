/** Documents on disk: which paths are documents, how they are read, locked, written and watched. */
@NullMarked
package dev.mooring.vault.files;

import org.jspecify.annotations.NullMarked;
