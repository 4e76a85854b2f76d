package dev.mooring.vault.critic;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Finds everything that has the form of a mark, in one pass and without regard to Markdown.
 *
 * <p>An opening delimiter that meets another one before its own closing is plain text. So marks cannot nest by
 * construction, and a stray delimiter never swallows the marks behind it.
 */
public final class MarkScanner {

    private MarkScanner() {}

    public static List<Mark> scan(String raw) {
        List<Mark> marks = new ArrayList<>();
        Map<String, Optional<MarkMetadata>> metadata = new HashMap<>();
        int at = nextOpening(raw, 0);
        while (at >= 0) {
            MarkKind kind = kindAt(raw, at);
            int contentStart = at + 3;
            int next = nextOpening(raw, contentStart);
            int close = kind == null ? -1 : closing(raw, kind, contentStart, next < 0 ? raw.length() : next);
            if (kind != null && close >= 0) {
                mark(raw, kind, at, close, metadata).ifPresent(marks::add);
                next = next < 0 ? -1 : nextOpening(raw, Math.max(next, close + 3));
            }
            at = next;
        }
        return marks;
    }

    /** True if the text holds an opening delimiter, whether or not it is ever closed. */
    public static boolean hasOpening(String text) {
        return nextOpening(text, 0) >= 0;
    }

    private static int nextOpening(String raw, int from) {
        int at = raw.indexOf('{', from);
        while (at >= 0 && kindAt(raw, at) == null) {
            at = raw.indexOf('{', at + 1);
        }
        return at;
    }

    private static @Nullable MarkKind kindAt(String raw, int at) {
        if (at + 2 >= raw.length() || raw.charAt(at + 1) != raw.charAt(at + 2)) {
            return null;
        }
        return switch (raw.charAt(at + 1)) {
            case '+' -> MarkKind.INSERTION;
            case '-' -> MarkKind.DELETION;
            case '~' -> MarkKind.SUBSTITUTION;
            case '=' -> MarkKind.HIGHLIGHT;
            case '>' -> MarkKind.COMMENT;
            default -> null;
        };
    }

    /** Where the closing delimiter begins, if it does before the limit; it may end behind it. */
    private static int closing(String raw, MarkKind kind, int from, int limit) {
        char last = kind.closing().charAt(0);
        int end = Math.min(limit + 2, raw.length());
        int brace = indexOfBrace(raw, from + 2, end);
        while (brace >= 0) {
            if (raw.charAt(brace - 1) == last && raw.charAt(brace - 2) == last) {
                return brace - 2;
            }
            brace = indexOfBrace(raw, brace + 1, end);
        }
        return -1;
    }

    /** Bounded, or a text of many stray openings would be searched to its end for each of them. */
    private static int indexOfBrace(String raw, int from, int end) {
        return from >= end ? -1 : raw.indexOf('}', from, end);
    }

    private static Optional<Mark> mark(
            String raw, MarkKind kind, int start, int close, Map<String, Optional<MarkMetadata>> metadata) {
        var whole = new TextRange(start, close + 3);
        var found = MarkMetadata.read(raw, start + 3, close, metadata);
        int textStart = found.map(MarkMetadata.Found::textStart).orElse(start + 3);
        var text = new TextRange(textStart, close);
        int arrow = -1;
        if (kind == MarkKind.SUBSTITUTION) {
            arrow = raw.indexOf("~>", textStart, close);
            if (arrow < 0) {
                return Optional.empty();
            }
        }
        return Optional.of(
                new Mark(kind, whole, found.map(MarkMetadata.Found::metadata).orElse(null), text, arrow));
    }
}
