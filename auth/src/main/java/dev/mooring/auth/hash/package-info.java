/** Hashes of secrets and names. */
@NullMarked
package dev.mooring.auth.hash;

import org.jspecify.annotations.NullMarked;
