/** Example programs, one file each. Those about sessions use {@link dev.mooring.examples.CounterServer}. */
@NullMarked
package dev.mooring.examples;

import org.jspecify.annotations.NullMarked;
