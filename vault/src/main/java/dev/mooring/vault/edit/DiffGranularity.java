package dev.mooring.vault.edit;

import dev.mooring.vault.diff.Hunk;
import dev.mooring.vault.diff.WordDiff;
import java.util.List;

/** How finely a change is cut into suggestions. */
enum DiffGranularity {
    /** Whole words; the rule. */
    WORDS {
        @Override
        List<Hunk> between(String before, String after) {
            return WordDiff.between(before, after);
        }
    },
    /** Narrower, for where a delimiter inside a word would be in the way. */
    GRAPHEMES {
        @Override
        List<Hunk> between(String before, String after) {
            return WordDiff.betweenGraphemes(before, after);
        }
    },
    /** Wider: the whole replaced text at once. */
    BLOCK {
        @Override
        List<Hunk> between(String before, String after) {
            return before.equals(after) ? List.of() : List.of(new Hunk(0, before.length(), after));
        }
    };

    abstract List<Hunk> between(String before, String after);
}
