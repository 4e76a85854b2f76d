/** The command line: reads configuration, wires the modules together, talks to the person. */
@NullMarked
package dev.mooring.app;

import org.jspecify.annotations.NullMarked;
