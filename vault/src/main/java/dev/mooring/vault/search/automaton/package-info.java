/** Regular expressions as automata over the bytes of UTF-8, whose matching takes one step for each byte. */
@NullMarked
package dev.mooring.vault.search.automaton;

import org.jspecify.annotations.NullMarked;
