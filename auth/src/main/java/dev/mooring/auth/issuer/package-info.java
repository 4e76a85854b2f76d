/** The port between a resource server and the authorization server whose tokens it accepts. Internal. */
@NullMarked
package dev.mooring.auth.issuer;

import org.jspecify.annotations.NullMarked;
