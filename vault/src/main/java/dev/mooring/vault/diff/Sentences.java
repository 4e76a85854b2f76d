package dev.mooring.vault.diff;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The sentences of a text with LF line endings. A sentence ends after its punctuation mark or at the end of the line. Links
 * and inline code are never split. Consecutive lines without a marker of their own form one paragraph.
 */
final class Sentences {

    private static final String ENDINGS = ".!?…";
    private static final String ENDINGS_WITHOUT_SPACE = "。！？";
    private static final Pattern OWN_BLOCK =
            Pattern.compile("\\s*(([-*+]|\\d{1,9}[.)])(\\s.*)?|#{1,6}\\s.*|[|>`~].*|.*\\|.*)");

    private final List<Sentence> sentences;
    private final int[] starts;

    /**
     * A sentence.
     *
     * @param end the position after its last character, without the space or line ending that follows
     * @param paragraph the number of its paragraph
     */
    record Sentence(int start, int end, int paragraph) {}

    private Sentences(List<Sentence> sentences) {
        this.sentences = sentences;
        this.starts = sentences.stream().mapToInt(Sentence::start).toArray();
    }

    static Sentences of(String text) {
        int[] words = Words.boundaries(text);
        List<Sentence> found = new ArrayList<>();
        int paragraph = 0;
        int lineStart = 0;
        boolean isAfterText = false;
        while (lineStart < text.length()) {
            int newline = text.indexOf('\n', lineStart);
            int lineEnd = newline < 0 ? text.length() : newline;
            String line = text.substring(lineStart, lineEnd);
            boolean isBlank = line.isBlank();
            if (!isBlank) {
                paragraph += isAfterText && !OWN_BLOCK.matcher(line).matches() ? 0 : 1;
                split(text, words, lineStart, lineEnd, paragraph, found);
            }
            isAfterText = !isBlank;
            lineStart = lineEnd + 1;
        }
        return new Sentences(found);
    }

    private static void split(String text, int[] words, int from, int to, int paragraph, List<Sentence> found) {
        int start = from;
        for (int i = indexOf(words, from); i < words.length - 1 && words[i] < to; i++) {
            char first = text.charAt(words[i]);
            boolean isOneCharacter = words[i + 1] - words[i] == 1;
            boolean isBeforeSpace = words[i + 1] >= to || Character.isWhitespace(text.charAt(words[i + 1]));
            boolean ends = isOneCharacter
                    && (ENDINGS_WITHOUT_SPACE.indexOf(first) >= 0 || (ENDINGS.indexOf(first) >= 0 && isBeforeSpace));
            if (ends && words[i + 1] < to) {
                found.add(new Sentence(start, words[i + 1], paragraph));
                start = isBeforeSpace ? words[i + 2] : words[i + 1];
                i += isBeforeSpace ? 1 : 0;
            }
        }
        if (start < to) {
            found.add(new Sentence(start, to, paragraph));
        }
    }

    private static int indexOf(int[] words, int position) {
        int found = Arrays.binarySearch(words, position);
        return found >= 0 ? found : -found - 1;
    }

    /** Returns the sentences in ascending order. */
    List<Sentence> all() {
        return sentences;
    }

    /** Returns the index of the last sentence that begins at or before a position; -1 if all begin later. */
    int at(int position) {
        int found = Arrays.binarySearch(starts, position);
        return found >= 0 ? found : -found - 2;
    }
}
