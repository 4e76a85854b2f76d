package dev.mooring.vault.search.automaton;

import java.util.Optional;

/** A compiled pattern over the bytes of UTF-8. Immutable; each thread searches with a {@link AutomatonSearch} of its own. */
public final class ByteAutomaton {

    /** The class of the end of the text, beside those of bytes. */
    static final int END = 0;

    private final Program program;
    private final boolean acrossLines;
    private final boolean usesWords;
    private final boolean usesLineStarts;

    /** Bytes of one class are alike to the program. */
    private final char[] classes = new char[256];

    /** For each class one of its bytes. */
    private final int[] samples = new int[258];

    private int classCount = 1;

    private ByteAutomaton(Program program, boolean acrossLines) {
        this.program = program;
        this.acrossLines = acrossLines;
        this.usesWords = program.has(Syntax.Place.WORD_BOUNDARY, Syntax.Place.NO_WORD_BOUNDARY);
        this.usesLineStarts = program.has(Syntax.Place.LINE_START);
        classify();
    }

    /**
     * An automaton for a pattern of RE2's syntax that RE2 has accepted; empty for the few patterns that have none.
     *
     * @param acrossLines whether the text is one; else each of its lines is matched by itself
     */
    public static Optional<ByteAutomaton> of(String pattern, boolean anyCase, boolean acrossLines) {
        Optional<Syntax> syntax = PatternParser.parse(pattern, anyCase, acrossLines);
        if (syntax.isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(new ByteAutomaton(Program.of(syntax.get()), acrossLines));
        } catch (Program.TooLarge e) {
            return Optional.empty();
        }
    }

    /**
     * A walk through texts.
     *
     * @param meanwhile called now and then when the walk is slow; what it throws ends the walk
     */
    public AutomatonSearch search(Runnable meanwhile) {
        return new AutomatonSearch(this, meanwhile);
    }

    private void classify() {
        boolean[] borders = new boolean[257];
        program.markBorders(borders);
        borders['\n'] = true;
        borders['\n' + 1] = true;
        for (int b = 1; usesWords && b < 256; b++) {
            borders[b] |= isWord(b) != isWord(b - 1);
        }
        samples[classCount++] = 0;
        for (int b = 1; b < 256; b++) {
            if (borders[b]) {
                samples[classCount++] = b;
            }
            classes[b] = (char) (classCount - 1);
        }
        classes[0] = 1;
    }

    static boolean isWord(int b) {
        return (b >= '0' && b <= '9') || (b >= 'A' && b <= 'Z') || (b >= 'a' && b <= 'z') || b == '_';
    }

    Program program() {
        return program;
    }

    boolean acrossLines() {
        return acrossLines;
    }

    boolean usesWords() {
        return usesWords;
    }

    boolean usesLineStarts() {
        return usesLineStarts;
    }

    char[] classes() {
        return classes;
    }

    int sample(int byteClass) {
        return samples[byteClass];
    }

    int classCount() {
        return classCount;
    }
}
