/** The built-in authorization server, for people without an identity provider. */
@NullMarked
package dev.mooring.auth.server;

import org.jspecify.annotations.NullMarked;
