package dev.mooring.vault.critic;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * Finds everything that has the form of a mark, in linear time and without regard to Markdown.
 *
 * <p>An opening delimiter is plain text if another one follows before its closing delimiter. So marks never nest, and an
 * unclosed delimiter does not hide the marks after it.
 */
@API(status = API.Status.INTERNAL, since = "0.1")
public final class MarkScanner {

    private MarkScanner() {}

    /** Returns the marks of a text in ascending order. */
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

    /** Returns true if the text contains an opening delimiter, closed or not. */
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

    /** Returns where the closing delimiter begins, or -1. It begins before the limit but may end after it. */
    private static int closing(String raw, MarkKind kind, int from, int limit) {
        char sign = kind.closing().charAt(0);
        int end = Math.min(limit + 2, raw.length());
        int brace = indexOfBrace(raw, from + 2, end);
        while (brace >= 0) {
            if (raw.charAt(brace - 1) == sign && raw.charAt(brace - 2) == sign) {
                return brace - 2;
            }
            brace = indexOfBrace(raw, brace + 1, end);
        }
        return -1;
    }

    /** Stops at {@code end}, because a search to the end of the text for each unclosed delimiter takes quadratic time. */
    private static int indexOfBrace(String raw, int from, int end) {
        return from >= end ? -1 : raw.indexOf('}', from, end);
    }

    private static Optional<Mark> mark(
            String raw, MarkKind kind, int start, int close, Map<String, Optional<MarkMetadata>> metadata) {
        var whole = new TextRange(start, close + 3);
        var parsed = MarkMetadata.read(raw, start + 3, close, metadata);
        int textStart = parsed.map(MarkMetadata.Parsed::textStart).orElse(start + 3);
        var text = new TextRange(textStart, close);
        int arrow = -1;
        if (kind == MarkKind.SUBSTITUTION) {
            arrow = raw.indexOf("~>", textStart, close);
            if (arrow < 0) {
                return Optional.empty();
            }
        }
        var mark =
                new Mark(kind, whole, parsed.map(MarkMetadata.Parsed::metadata).orElse(null), text, arrow);
        return Optional.of(mark.proposal() == null ? mark : withLineBreak(mark, raw));
    }

    /** Returns a proposal with the line break after it, if it has a line of its own, so that no empty line remains of it. */
    private static Mark withLineBreak(Mark proposal, String raw) {
        int start = proposal.whole().start();
        int end = proposal.whole().end();
        boolean startsLine = start == 0 || raw.charAt(start - 1) == '\n' || raw.charAt(start - 1) == '\uFEFF';
        int lineBreak = raw.startsWith("\r\n", end) ? 2 : raw.startsWith("\n", end) ? 1 : 0;
        return startsLine && lineBreak > 0
                ? new Mark(
                        proposal.kind(),
                        new TextRange(start, end + lineBreak),
                        proposal.metadata(),
                        proposal.text(),
                        proposal.arrow())
                : proposal;
    }
}
