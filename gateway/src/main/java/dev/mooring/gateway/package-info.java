/** Any server, served behind a handle: stateful servers for clients that have no session. */
@NullMarked
package dev.mooring.gateway;

import org.jspecify.annotations.NullMarked;
