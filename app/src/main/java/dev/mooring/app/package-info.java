/** The command line: parses options, reads configuration and wires the modules together. */
@NullMarked
package dev.mooring.app;

import org.jspecify.annotations.NullMarked;
