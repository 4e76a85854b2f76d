package dev.mooring.vault.search.automaton;

import java.util.Arrays;

/** A state of the deterministic automaton: where the program may be, and what lies right before. */
final class DfaState {

    private final int[] instructions;
    private final boolean afterWord;
    private final boolean atLineStart;

    /** The instructions are ascending, and the caller's no more. */
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
