/** Tool servers looked at from outside a run: what they offer, and what is wrong with those that do not answer. */
@NullMarked
package dev.mooring.app.probe;

import org.jspecify.annotations.NullMarked;
