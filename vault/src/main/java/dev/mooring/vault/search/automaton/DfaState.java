package dev.mooring.vault.search.automaton;

import java.util.Arrays;

/** A state of the deterministic automaton: the possible instructions, and what precedes the current position. */
final class DfaState {

    private final int[] instructions;
    private final boolean afterWord;
    private final boolean atLineStart;

    /** Takes ownership of the instructions, which are sorted in ascending order. */
    DfaState(int[] instructions, boolean afterWord, boolean atLineStart) {
        this.instructions = instructions;
        this.afterWord = afterWord;
        this.atLineStart = atLineStart;
    }

    int[] instructions() {
        return instructions;
    }

    boolean afterWord() {
        return afterWord;
    }

    boolean atLineStart() {
        return atLineStart;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof DfaState state
                && state.afterWord == afterWord
                && state.atLineStart == atLineStart
                && Arrays.equals(state.instructions, instructions);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(instructions) * 4 + (afterWord ? 2 : 0) + (atLineStart ? 1 : 0);
    }
}
