package dev.mooring.vault.edit;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A text without the differences that a model easily overlooks: typographic quotes, dashes, ellipses and spaces become
 * ASCII, and letters with accents are decomposed. Positions map back to the text. Immutable.
 */
final class FoldedText {

    private static final int FIRST_FOLDED = 0xA0;

    private final String folded;

    /** For each folded character the position of its original, followed by the length of the original text. */
    private final int[] positions;

    private FoldedText(String folded, int[] positions) {
        this.folded = folded;
        this.positions = positions;
    }

    static FoldedText of(String text) {
        var folded = new StringBuilder(text.length() + 16);
        int[] positions = new int[text.length() + 16];
        int at = 0;
        while (at < text.length()) {
            int codePoint = text.codePointAt(at);
            int from = folded.length();
            folded.append(fold(codePoint));
            if (folded.length() >= positions.length) {
                positions = Arrays.copyOf(positions, folded.length() * 2);
            }
            Arrays.fill(positions, from, folded.length(), at);
            at += Character.charCount(codePoint);
        }
        positions[folded.length()] = text.length();
        return new FoldedText(folded.toString(), Arrays.copyOf(positions, folded.length() + 1));
    }

    private static String fold(int codePoint) {
        if (codePoint < FIRST_FOLDED) {
            return Character.toString(codePoint);
        }
        return switch (codePoint) {
            case 0x2018, 0x2019, 0x201A, 0x201B, 0x2032 -> "'";
            case 0x201C, 0x201D, 0x201E, 0x201F, 0x2033, 0xAB, 0xBB -> "\"";
            case 0x2010, 0x2011, 0x2012, 0x2013, 0x2014, 0x2015, 0x2212 -> "-";
            case 0x2026 -> "...";
            default ->
                Character.getType(codePoint) == Character.SPACE_SEPARATOR
                        ? " "
                        : Normalizer.normalize(Character.toString(codePoint), Normalizer.Form.NFD);
        };
    }

    /** Returns where another text occurs in the folded text, at the borders of original characters. */
    List<Integer> find(FoldedText searched) {
        List<Integer> found = new ArrayList<>();
        int length = searched.folded.length();
        int at = length == 0 ? -1 : folded.indexOf(searched.folded);
        while (at >= 0) {
            if (isBorder(at) && isBorder(at + length)) {
                found.add(at);
            }
            at = folded.indexOf(searched.folded, at + 1);
        }
        return found;
    }

    /** Returns true if an original character begins at a folded position and is not an accent of the character before it. */
    boolean isBorder(int position) {
        boolean isInside = position > 0 && positions[position] == positions[position - 1];
        return !isInside
                && (position == folded.length()
                        || Character.getType(folded.charAt(position)) != Character.NON_SPACING_MARK);
    }

    int length() {
        return folded.length();
    }

    /** Returns the original position of a folded position. */
    int toOriginal(int position) {
        return positions[position];
    }

    /** Returns the first folded position of an original position. */
    int fromOriginal(int position) {
        int found = Arrays.binarySearch(positions, position);
        int at = found < 0 ? -found - 1 : found;
        while (at > 0 && positions[at - 1] == position) {
            at--;
        }
        return at;
    }
}
