/** Ids that a server mints and accepts back as ordinary tool arguments, with owner, state and expiry. */
@NullMarked
package dev.mooring.handle;

import org.jspecify.annotations.NullMarked;
