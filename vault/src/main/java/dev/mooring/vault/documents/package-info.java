/** The documents of one folder: reading, atomic changes, and an index that follows every change on disk. */
@NullMarked
package dev.mooring.vault.documents;

import org.jspecify.annotations.NullMarked;
