/** Programs to start from. Each is one file; the server that they talk to is another. */
@NullMarked
package dev.mooring.examples;

import org.jspecify.annotations.NullMarked;
