/** Agents: instructions, a model and tools, and the loop of model turns and tool calls inside a run. */
@NullMarked
package dev.mooring.agent;

import org.jspecify.annotations.NullMarked;
