package dev.mooring.vault.text;

import java.util.ArrayList;
import java.util.List;

/** Finds unresolved merge conflicts, as Git marks them. Examples in code do not count. */
public final class MergeConflicts {

    private static final String OURS = "<<<<<<<";
    private static final String SEPARATOR = "=======";
    private static final String THEIRS = ">>>>>>>";

    private MergeConflicts() {}

    /**
     * A conflict.
     *
     * @param firstLine the line of the first marker, counted from 1
     * @param lastLine the line of the last marker
     */
    public record Conflict(int firstLine, int lastLine) {}

    /** Returns false if a text certainly has no conflict. */
    public static boolean arePossibleIn(String text) {
        return text.contains(OURS);
    }

    /** Returns the conflicts of a text with LF line endings, in their order. */
    public static List<Conflict> find(LineNumbers lines) {
        List<Conflict> found = new ArrayList<>();
        if (!arePossibleIn(lines.text())) {
            return found;
        }
        CodeRanges code = MarkdownCode.find(lines.text());
        int first = 0;
        boolean isSeparated = false;
        for (int n = 1; n <= lines.count(); n++) {
            String line = lines.line(n);
            if (isMarker(line, OURS) && !code.contains(lines.start(n))) {
                first = n;
                isSeparated = false;
            } else if (first > 0 && line.stripTrailing().equals(SEPARATOR)) {
                isSeparated = true;
            } else if (isSeparated && isMarker(line, THEIRS)) {
                found.add(new Conflict(first, n));
                first = 0;
                isSeparated = false;
            }
        }
        return found;
    }

    private static boolean isMarker(String line, String marker) {
        return line.startsWith(marker) && (line.length() == marker.length() || line.charAt(marker.length()) == ' ');
    }
}
