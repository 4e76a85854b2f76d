/** Trust in servers files that Mooring finds by itself: a person decides what such a file may start. */
@NullMarked
package dev.mooring.app.trust;

import org.jspecify.annotations.NullMarked;
