/** Opens tool servers outside a run, to list their tools and to explain failures. */
@NullMarked
package dev.mooring.app.probe;

import org.jspecify.annotations.NullMarked;
