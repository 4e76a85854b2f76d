/** What an agent's loop costs by itself, and how many of them fit side by side. */
@NullMarked
package dev.mooring.bench.agents;

import org.jspecify.annotations.NullMarked;
