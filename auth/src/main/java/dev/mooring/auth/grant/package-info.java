/** What the authorization server remembers, and the port to the place where it is stored. */
@NullMarked
package dev.mooring.auth.grant;

import org.jspecify.annotations.NullMarked;
