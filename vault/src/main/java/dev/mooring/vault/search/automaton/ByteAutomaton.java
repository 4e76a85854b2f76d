package dev.mooring.vault.search.automaton;

/**
 * A pattern compiled to an automaton over the bytes of UTF-8. Immutable; each thread uses its own {@link AutomatonSearch}.
 */
public final class ByteAutomaton {

    /** The byte class of the end of the text. */
    static final int END = 0;

    private final Program program;
    private final boolean acrossLines;
    private final boolean usesWordBoundaries;
    private final boolean usesLineStarts;

    /** The class of each byte. The program treats all bytes of a class alike. */
    private final char[] classes = new char[256];

    /** For each class one of its bytes. */
    private final int[] samples = new int[258];

    private int classCount = 1;

    ByteAutomaton(Program program, boolean acrossLines) {
        this.program = program;
        this.acrossLines = acrossLines;
        this.usesWordBoundaries = program.asserts(Syntax.Position.WORD_BOUNDARY, Syntax.Position.NO_WORD_BOUNDARY);
        this.usesLineStarts = program.asserts(Syntax.Position.LINE_START);
        classify();
    }

    /**
     * Returns a new search, for one thread.
     *
     * @param meter called from time to time if the search is slow
     */
    public AutomatonSearch search(StepMeter meter) {
        return new AutomatonSearch(this, meter);
    }

    private void classify() {
        boolean[] borders = new boolean[257];
        program.markBorders(borders);
        borders['\n'] = true;
        borders['\n' + 1] = true;
        for (int b = 1; usesWordBoundaries && b < 256; b++) {
            borders[b] |= isWord(b) != isWord(b - 1) || isContinuation(b) != isContinuation(b - 1);
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

    /** Returns true for the second and later bytes of a character: the position before one is inside the character. */
    static boolean isContinuation(int b) {
        return (b & 0xC0) == 0x80;
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

    boolean usesWordBoundaries() {
        return usesWordBoundaries;
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
