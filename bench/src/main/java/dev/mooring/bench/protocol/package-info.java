/** How fast and how frugal the protocol module is. */
@NullMarked
package dev.mooring.bench.protocol;

import org.jspecify.annotations.NullMarked;
