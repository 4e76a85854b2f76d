/** The service behind {@code mooring gateway}: its HTTP server, pages, metrics, and the sign-ins to upstream servers. */
@NullMarked
package dev.mooring.app.gateway;

import org.jspecify.annotations.NullMarked;
