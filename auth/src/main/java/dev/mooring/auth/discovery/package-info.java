/** Discovery of protected resources and authorization servers, and the HTTP requests of OAuth. */
@NullMarked
package dev.mooring.auth.discovery;

import org.jspecify.annotations.NullMarked;
