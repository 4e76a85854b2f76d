package dev.mooring.vault.search.words;

import dev.mooring.vault.search.automaton.RequiredText;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Finds the documents of a shard that may contain a required text: those with all its words. A word at the beginning or end
 * of the required text may be a part of a longer word. Punctuation excludes no document.
 */
final class Candidates {

    /** Shorter parts of words are in too many words. */
    private static final int MIN_PART_LENGTH = 3;

    private final Shard shard;

    Candidates(Shard shard) {
        this.shard = shard;
    }

    /**
     * A word of a required text.
     *
     * @param isOpenBefore whether the word may be the end of a longer word
     * @param isOpenAfter whether the word may be the beginning of a longer word
     */
    private record Part(String text, boolean isOpenBefore, boolean isOpenAfter) {}

    /** Returns a set that contains all documents that may match; null if all documents may match. */
    @Nullable
    BitSet find(RequiredText required) {
        return switch (required) {
            case RequiredText.Literal(String text) -> containing(text);
            case RequiredText.AllOf(List<RequiredText> parts) -> all(parts);
            case RequiredText.AnyOf(List<RequiredText> branches) -> any(branches);
        };
    }

    private @Nullable BitSet all(List<RequiredText> parts) {
        BitSet found = null;
        for (RequiredText part : parts) {
            found = intersection(found, find(part));
        }
        return found;
    }

    private @Nullable BitSet any(List<RequiredText> branches) {
        var found = new BitSet();
        for (RequiredText branch : branches) {
            BitSet ofBranch = find(branch);
            if (ofBranch == null) {
                return null;
            }
            found.or(ofBranch);
        }
        return found;
    }

    private static @Nullable BitSet intersection(@Nullable BitSet some, @Nullable BitSet others) {
        if (some == null || others == null) {
            return some == null ? others : some;
        }
        some.and(others);
        return some;
    }

    private @Nullable BitSet containing(String text) {
        BitSet found = null;
        for (Part part : parts(text)) {
            found = intersection(found, withPart(part));
        }
        if (found != null) {
            // Only the beginning of a very long word is indexed.
            found.or(shard.documentsWith(DocumentTerms.TRUNCATED));
        }
        return found;
    }

    private static List<Part> parts(String text) {
        List<Part> parts = new ArrayList<>();
        new WordScanner().scan(text.toCharArray(), 0, text.length(), new WordScanner.Sink() {
            private boolean isTruncated;

            @Override
            public void truncated() {
                isTruncated = true;
            }

            @Override
            public void word(char[] characters, int length, long hash, int start, int end) {
                boolean isUnspaced = WordScanner.isUnspaced(characters[0]);
                boolean isOpenBefore = !isUnspaced && !WordScanner.hasSeparator(text, 0, start);
                boolean isOpenAfter = !isUnspaced && !WordScanner.hasSeparator(text, end, text.length());
                // The last character of a run may be followed by another one in a document.
                if (!isTruncated && !(isUnspaced && length == 1)) {
                    parts.add(new Part(new String(characters, 0, length), isOpenBefore, isOpenAfter));
                }
                isTruncated = false;
            }
        });
        return parts;
    }

    private @Nullable BitSet withPart(Part part) {
        Terms terms = shard.terms();
        if (!part.isOpenBefore && !part.isOpenAfter) {
            return shard.documentsWith(part.text);
        }
        if (part.text.length() < MIN_PART_LENGTH) {
            return null;
        }
        char[] text = part.text.toCharArray();
        if (!part.isOpenBefore) {
            List<Integer> found = new ArrayList<>();
            terms.withPrefix(text, text.length, found::add);
            return union(found);
        }
        IntPredicate matches =
                part.isOpenAfter ? term -> terms.indexOf(term, text) >= 0 : term -> terms.endsWith(term, text);
        List<Integer> found = new ArrayList<>();
        for (int term = 0; term < terms.count(); term++) {
            if (matches.test(term)) {
                found.add(term);
            }
        }
        return union(found);
    }

    /** Returns null if there are so many postings that reading them takes longer than it saves. */
    private @Nullable BitSet union(List<Integer> terms) {
        long postings = 0;
        for (int term : terms) {
            postings += shard.postings().documentCount(term);
        }
        if (postings > 4L * shard.count()) {
            return null;
        }
        var found = new BitSet(shard.count());
        for (int term : terms) {
            shard.postings().addDocuments(term, found);
        }
        return found;
    }
}
