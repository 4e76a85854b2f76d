package dev.mooring.vault.search.automaton;

import java.util.List;

/** What a regular expression says. Whether a repetition is greedy makes no difference to whether something matches. */
sealed interface Syntax {

    record OneOf(CodePoints characters) implements Syntax {}

    record Sequence(List<Syntax> parts) implements Syntax {}

    record Alternatives(List<Syntax> branches) implements Syntax {}

    /** At least so often; {@code most} is -1 where there is no limit. */
    record Repeated(Syntax part, int least, int most) implements Syntax {}

    /** Matches between characters. */
    record Between(Place place) implements Syntax {}

    enum Place {
        LINE_START,
        LINE_END,
        WORD_BOUNDARY,
        NO_WORD_BOUNDARY
    }
}
