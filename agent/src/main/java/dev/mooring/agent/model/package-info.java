/** The port between an agent and a language model: a conversation goes in, one turn comes out. */
@NullMarked
package dev.mooring.agent.model;

import org.jspecify.annotations.NullMarked;
