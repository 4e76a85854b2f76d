/** Example programs, one file each. All of them use {@link dev.mooring.examples.CounterServer}. */
@NullMarked
package dev.mooring.examples;

import org.jspecify.annotations.NullMarked;
