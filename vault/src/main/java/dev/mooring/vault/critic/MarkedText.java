package dev.mooring.vault.critic;

import dev.mooring.vault.text.CodeRanges;
import dev.mooring.vault.text.FrontMatter;
import dev.mooring.vault.text.MarkdownCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/**
 * Raw text with the marks that count in it. Immutable.
 *
 * <p>Whether a mark counts can depend on code: inside code, only marks with metadata do, and plain ones are literal text.
 * Where code is depends on the text with suggestions rejected, so on which marks count. The two settle by rounds:
 * starting from all marks, those that are plain and inside code drop out, until none does. Rounds only ever drop marks,
 * so they end; a text made to need more than {@link #ROUNDS} keeps what it has by then.
 */
public final class MarkedText {

    private static final int ROUNDS = 16;

    private final String raw;
    private final List<Mark> marks;
    private final View accepted;
    private final View rejected;

    private MarkedText(String raw, List<Mark> marks, View accepted, View rejected) {
        this.raw = raw;
        this.marks = List.copyOf(marks);
        this.accepted = accepted;
        this.rejected = rejected;
    }

    /** Reads raw text, which may begin with a byte order mark that no view shows. */
    public static MarkedText parse(String raw) {
        List<Mark> marks = MarkScanner.scan(raw);
        if (marks.isEmpty()) {
            View view = view(raw, marks, Mark::rejected);
            return new MarkedText(raw, marks, view, view);
        }
        for (int round = 0; round < ROUNDS; round++) {
            List<Mark> counting = withoutLiterals(raw, marks);
            if (counting.size() == marks.size()) {
                break;
            }
            marks = counting;
        }
        return new MarkedText(raw, marks, view(raw, marks, Mark::accepted), view(raw, marks, Mark::rejected));
    }

    /** Returns where the body of a Markdown text starts: after its front matter, or at 0 if it has none. */
    public static int bodyStart(String text) {
        return FrontMatter.find(text).map(FrontMatter::end).orElse(0);
    }

    private static List<Mark> withoutLiterals(String raw, List<Mark> marks) {
        if (marks.stream().allMatch(mark -> mark.metadata() != null)) {
            return marks;
        }
        View view = view(raw, marks, mark -> rejectedButApart(raw, mark));
        CodeRanges code = MarkdownCode.find(view.text());
        return marks.stream()
                .filter(mark -> mark.metadata() != null || !isInside(code, mark, view))
                .toList();
    }

    /**
     * As rejected, except that a plain mark between two backticks keeps them apart: in {@code `{++a++}`} they are the two
     * ends of code, not one run.
     */
    private static TextRange rejectedButApart(String raw, Mark mark) {
        TextRange whole = mark.whole();
        boolean between = mark.metadata() == null
                && mark.rejected().isEmpty()
                && whole.start() > 0
                && whole.end() < raw.length()
                && raw.charAt(whole.start() - 1) == '`'
                && raw.charAt(whole.end()) == '`';
        return between ? new TextRange(whole.start(), whole.start() + 1) : mark.rejected();
    }

    private static boolean isInside(CodeRanges code, Mark mark, View view) {
        return code.surrounds(view.fromRaw(mark.whole().start()))
                || code.surrounds(view.fromRaw(mark.whole().end()));
    }

    private static View view(String raw, List<Mark> marks, Function<Mark, TextRange> shown) {
        var view = new View.Builder(raw);
        int at = raw.startsWith("\uFEFF") ? 1 : 0;
        for (Mark mark : marks) {
            view.show(at, mark.whole().start());
            TextRange text = shown.apply(mark);
            view.show(text.start(), text.end());
            at = mark.whole().end();
        }
        view.show(at, raw.length());
        return view.build();
    }

    public String raw() {
        return raw;
    }

    /** The marks that count, in the order of the text. */
    public List<Mark> marks() {
        return marks;
    }

    /** All suggestions applied, highlights as their text, no comments. */
    public View accepted() {
        return accepted;
    }

    /** The text before any suggestion, highlights as their text, no comments. */
    public View rejected() {
        return rejected;
    }

    public List<Mark> comments() {
        return marks.stream().filter(mark -> mark.kind() == MarkKind.COMMENT).toList();
    }

    /** The marks that lie wholly within a range of raw text. */
    public List<Mark> marksWithin(TextRange range) {
        int low = 0;
        int high = marks.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (marks.get(middle).whole().start() < range.start()) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        int end = low;
        while (end < marks.size() && marks.get(end).whole().end() <= range.end()) {
            end++;
        }
        return marks.subList(low, end);
    }

    /** The position itself, or where the mark that it is inside of ends. */
    public int endOfMarkAround(int rawPosition) {
        int low = 0;
        int high = marks.size() - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            TextRange whole = marks.get(middle).whole();
            if (rawPosition <= whole.start()) {
                high = middle - 1;
            } else if (rawPosition >= whole.end()) {
                low = middle + 1;
            } else {
                return whole.end();
            }
        }
        return rawPosition;
    }

    /** Pending suggestions, one for each decision that a person makes. */
    public List<Suggestion> suggestions() {
        List<Suggestion> suggestions = new ArrayList<>();
        List<Mark> group = new ArrayList<>();
        for (Mark mark : marks) {
            boolean continues = !group.isEmpty()
                    && mark.isSuggestion()
                    && group.getLast().whole().end() == mark.whole().start()
                    && Objects.equals(group.getLast().author(), mark.author());
            if (!continues && !group.isEmpty()) {
                suggestions.add(new Suggestion(group));
                group.clear();
            }
            if (mark.isSuggestion()) {
                group.add(mark);
            }
        }
        if (!group.isEmpty()) {
            suggestions.add(new Suggestion(group));
        }
        return suggestions;
    }

    /** The raw text after decisions on its suggestions; comments and highlights stay as they are. */
    public String decide(Function<Mark, Decision> decisions) {
        var out = new StringBuilder(raw.length());
        int at = 0;
        for (Mark mark : marks) {
            Decision decision = mark.isSuggestion() ? decisions.apply(mark) : Decision.KEEP;
            TextRange left = switch (decision) {
                case ACCEPT -> mark.accepted();
                case REJECT -> mark.rejected();
                case KEEP -> mark.whole();
            };
            out.append(raw, at, mark.whole().start()).append(raw, left.start(), left.end());
            at = mark.whole().end();
        }
        return out.append(raw, at, raw.length()).toString();
    }

    public String acceptAll() {
        return decide(_ -> Decision.ACCEPT);
    }

    public String rejectAll() {
        return decide(_ -> Decision.REJECT);
    }

    public String decide(Suggestion suggestion, Decision decision) {
        return decide(mark -> suggestion.marks().contains(mark) ? decision : Decision.KEEP);
    }

    /** True if the whole document came as one suggestion, so that rejecting it leaves no document. */
    public boolean isProposedDocument() {
        List<Suggestion> suggestions = suggestions();
        if (suggestions.size() != 1) {
            return false;
        }
        List<Mark> pending = suggestions.getFirst().marks();
        MarkMetadata metadata = pending.getFirst().metadata();
        int body = FrontMatter.find(rejected.text()).map(FrontMatter::end).orElse(0);
        boolean nothingElse = rejected.text().substring(body).isBlank();
        return nothingElse
                && pending.stream().allMatch(mark -> mark.kind() == MarkKind.INSERTION)
                && Optional.ofNullable(metadata).map(MarkMetadata::created).orElse(true);
    }
}
