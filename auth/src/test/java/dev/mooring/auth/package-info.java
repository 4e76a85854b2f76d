/** Fixtures of the tests. */
@NullMarked
package dev.mooring.auth;

import org.jspecify.annotations.NullMarked;
