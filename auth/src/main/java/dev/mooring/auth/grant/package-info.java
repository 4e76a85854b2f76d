/** The stored state of the authorization server, and the port to its store. */
@NullMarked
package dev.mooring.auth.grant;

import org.jspecify.annotations.NullMarked;
