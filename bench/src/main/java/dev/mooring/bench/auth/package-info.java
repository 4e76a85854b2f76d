/** The suite of the OAuth client: a signed-in call beside a call with a fixed header. */
@NullMarked
package dev.mooring.bench.auth;

import org.jspecify.annotations.NullMarked;
