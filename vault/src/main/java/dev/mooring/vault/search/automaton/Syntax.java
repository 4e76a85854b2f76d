package dev.mooring.vault.search.automaton;

import java.util.List;

/**
 * The syntax tree of a regular expression. Greedy and lazy repetitions are the same here, because they differ only in
 * where a match ends, not in whether there is one.
 */
sealed interface Syntax {

    /** Matches one character of a set. */
    record OneOf(CodePoints characters) implements Syntax {}

    /** Matches its parts one after the other; matches the empty text if it has none. */
    record Sequence(List<Syntax> parts) implements Syntax {}

    /** Matches what any of its branches matches. */
    record Alternatives(List<Syntax> branches) implements Syntax {}

    /**
     * Matches a part several times in a row.
     *
     * @param max {@link #UNBOUNDED} for no upper limit
     */
    record Repeated(Syntax part, int min, int max) implements Syntax {
        static final int UNBOUNDED = -1;
    }

    /** Matches the empty text at certain positions. */
    record Assertion(Position position) implements Syntax {}

    /** A kind of position between two characters. */
    enum Position {
        LINE_START,
        LINE_END,
        WORD_BOUNDARY,
        NO_WORD_BOUNDARY
    }
}
