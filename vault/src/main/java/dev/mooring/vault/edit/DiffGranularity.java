package dev.mooring.vault.edit;

import dev.mooring.vault.diff.Hunk;
import dev.mooring.vault.diff.ReadableDiff;
import dev.mooring.vault.diff.WordDiff;
import java.util.List;

/** How finely a replacement is split into changed and unchanged parts. */
enum DiffGranularity {
    /** Whole words, but whole sentences and paragraphs where many words change: the default. */
    READABLE {
        @Override
        List<Hunk> diff(String before, String after) {
            return ReadableDiff.between(before, after);
        }
    },
    /** Whole words, for a passage in which other marks prevent larger changes. */
    WORDS {
        @Override
        List<Hunk> diff(String before, String after) {
            return WordDiff.between(before, after);
        }
    },
    /** Finer than words, for a word that contains a delimiter of CriticMarkup. */
    GRAPHEMES {
        @Override
        List<Hunk> diff(String before, String after) {
            return WordDiff.betweenGraphemes(before, after);
        }
    },
    /** The whole replaced text as one change. */
    BLOCK {
        @Override
        List<Hunk> diff(String before, String after) {
            return before.equals(after) ? List.of() : List.of(new Hunk(0, before.length(), after));
        }
    };

    /** Returns the changes that turn {@code before} into {@code after}. */
    abstract List<Hunk> diff(String before, String after);
}
