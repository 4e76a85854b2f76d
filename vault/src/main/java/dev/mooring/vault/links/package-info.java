/** Which document points to which. */
@NullMarked
package dev.mooring.vault.links;

import org.jspecify.annotations.NullMarked;
