package dev.mooring.vault.search.words;

import dev.mooring.vault.text.FrontMatter;
import java.util.ArrayList;
import java.util.List;

/**
 * The passage of a document that shows why it matches.
 *
 * @param line the line in the accepted view, counted from 1
 * @param text the line, or a part of it around the first match
 */
public record Snippet(int line, String text) {

    private static final int MAX_LENGTH = 200;
    private static final int BEFORE_MATCH = 60;

    /** Returns the line of a text that has the most words of a query; if no line has any, the first one of the body. */
    public static Snippet of(String view, SearchQuery query) {
        return new Finder(view, query).find();
    }

    /** Returns true if a text contains the required phrases of a query and none of the excluded ones. */
    public static boolean satisfiesPhrases(String view, SearchQuery query) {
        if (query.phrases().isEmpty()) {
            return true;
        }
        List<String> words = new ArrayList<>();
        new WordScanner().scan(view.toCharArray(), 0, view.length(), (characters, length, _, start, _) -> {
            String word = new String(characters, 0, length);
            if (!SearchQuery.isRepeatedCharacter(word, view, start)) {
                words.add(word);
            }
        });
        return query.phrases().stream().allMatch(phrase -> phrase.isIn(words) != phrase.isNegated());
    }

    /** Finds the best line. */
    private static final class Finder implements WordScanner.Sink {
        private final String view;
        private final List<SearchQuery.Word> words;
        private final long[] hashes;
        private int matched;
        private int firstMatch;

        Finder(String view, SearchQuery query) {
            this.view = view;
            this.words = query.words();
            this.hashes = words.stream()
                    .mapToLong(word -> WordScanner.hash(
                            word.text().toCharArray(), word.text().length()))
                    .toArray();
        }

        Snippet find() {
            int body = FrontMatter.find(view).map(FrontMatter::end).orElse(0);
            var scanner = new WordScanner();
            char[] characters = view.toCharArray();
            Snippet best = new Snippet(1, "");
            int bestScore = -1;
            int line = 1;
            for (int at = 0; at < view.length(); line++) {
                int newline = view.indexOf('\n', at);
                int end = newline < 0 ? view.length() : newline;
                matched = 0;
                firstMatch = at;
                scanner.scan(characters, at, end, this);
                // A line of the front matter is worth less than any line of the body with the same words.
                int score = at == end ? -1 : 2 * Integer.bitCount(matched) + (at < body ? 0 : 1);
                if (score > bestScore) {
                    best = new Snippet(line, excerpt(at, end));
                    bestScore = score;
                }
                at = end + 1;
            }
            return best;
        }

        @Override
        public void word(char[] characters, int length, long hash, int start, int end) {
            for (int i = 0; i < hashes.length; i++) {
                SearchQuery.Word word = words.get(i);
                if (word.isPrefix() ? hasPrefix(characters, length, word.text()) : hashes[i] == hash) {
                    firstMatch = matched == 0 ? start : firstMatch;
                    matched |= 1 << i;
                }
            }
        }

        private static boolean hasPrefix(char[] characters, int length, String prefix) {
            if (length < prefix.length()) {
                return false;
            }
            for (int i = 0; i < prefix.length(); i++) {
                if (characters[i] != prefix.charAt(i)) {
                    return false;
                }
            }
            return true;
        }

        private String excerpt(int start, int end) {
            if (end - start <= MAX_LENGTH) {
                return view.substring(start, end).strip();
            }
            int from = Math.max(start, Math.min(firstMatch - BEFORE_MATCH, end - MAX_LENGTH));
            int to = Math.min(end, from + MAX_LENGTH);
            from = from > start && Character.isLowSurrogate(view.charAt(from)) ? from + 1 : from;
            to = to < end && Character.isLowSurrogate(view.charAt(to)) ? to - 1 : to;
            return (from > start ? "…" : "") + view.substring(from, to).strip() + (to < end ? "…" : "");
        }
    }
}
