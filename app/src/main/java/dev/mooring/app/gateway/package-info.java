/** The service behind {@code mooring gateway}: its HTTP server, page and metrics. */
@NullMarked
package dev.mooring.app.gateway;

import org.jspecify.annotations.NullMarked;
