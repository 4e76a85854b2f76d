/** What an agent asks of a model, whoever runs it: a conversation goes in, one turn comes out. */
@NullMarked
package dev.mooring.agent.model;

import org.jspecify.annotations.NullMarked;
