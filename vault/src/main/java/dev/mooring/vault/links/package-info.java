/** Links between documents: finding, resolving and indexing them. */
@NullMarked
package dev.mooring.vault.links;

import org.jspecify.annotations.NullMarked;
