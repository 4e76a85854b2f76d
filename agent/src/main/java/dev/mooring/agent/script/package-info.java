/** A scripted model, for running agents and their tools without a provider. */
@NullMarked
package dev.mooring.agent.script;

import org.jspecify.annotations.NullMarked;
