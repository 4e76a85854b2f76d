/** The person's terminal: whether there is one, what it shows while something goes on, and how a question is asked there. */
@NullMarked
package dev.mooring.app.terminal;

import org.jspecify.annotations.NullMarked;
