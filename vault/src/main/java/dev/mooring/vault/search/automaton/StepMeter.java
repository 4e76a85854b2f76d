package dev.mooring.vault.search.automaton;

/** Counts the steps of a search, and decides when it pauses. */
public interface StepMeter {

    /** Adds steps. Returns true if the search should pause. An exception ends the search. */
    boolean add(int steps);
}
