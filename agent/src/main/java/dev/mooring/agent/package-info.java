/** An agent: instructions, a model, and tools, with the loop that turns them into an answer inside a run. */
@NullMarked
package dev.mooring.agent;

import org.jspecify.annotations.NullMarked;
