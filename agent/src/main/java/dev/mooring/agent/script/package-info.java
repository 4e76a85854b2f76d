/** A model that plays a script, to rehearse agents and their tools without a provider. */
@NullMarked
package dev.mooring.agent.script;

import org.jspecify.annotations.NullMarked;
