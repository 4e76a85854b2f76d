package dev.mooring.vault.critic;

import dev.mooring.vault.text.CodeRanges;
import dev.mooring.vault.text.FrontMatter;
import dev.mooring.vault.text.LineEndings;
import dev.mooring.vault.text.MarkdownCode;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * The raw text of a document with its CriticMarkup marks and its accepted and rejected views. Immutable.
 *
 * <p>Inside code, only marks with metadata are marks; plain ones are literal text. Where code is depends on the text with
 * all suggestions rejected, and so on the marks. Parsing resolves this circular dependency iteratively: it starts with
 * everything that has the form of a mark, and in each round drops the plain marks inside code. Rounds only drop marks, so
 * they reach a fixed point. After {@link #MAX_ROUNDS}, which only a contrived text needs, parsing keeps the rest.
 */
@API(status = API.Status.MAINTAINED, since = "0.1")
public final class MarkedText {

    private static final int MAX_ROUNDS = 16;

    private final String raw;
    private final List<Mark> marks;
    private final View accepted;

    /** Computed on first use: the index and searches need only the accepted view. A benign race, as a view is immutable. */
    private @Nullable View rejected;

    private MarkedText(String raw, List<Mark> marks, View accepted) {
        this.raw = raw;
        this.marks = List.copyOf(marks);
        this.accepted = accepted;
    }

    /** Parses raw text. The views leave out a byte order mark at its beginning. */
    public static MarkedText parse(String raw) {
        List<Mark> marks = MarkScanner.scan(raw);
        if (marks.isEmpty()) {
            return new MarkedText(raw, marks, view(raw, marks, wholeText(raw), Mark::accepted));
        }
        for (int round = 0; round < MAX_ROUNDS; round++) {
            List<Mark> remaining = withoutLiterals(raw, marks);
            if (remaining.size() == marks.size()) {
                break;
            }
            marks = remaining;
        }
        return new MarkedText(raw, marks, acceptedView(raw, marks, wholeText(raw)));
    }

    private static View acceptedView(String raw, List<Mark> marks, TextRange whole) {
        var view = new View.Builder(raw);
        int at = whole.start();
        if (marks.stream().anyMatch(mark -> mark.proposal() instanceof Proposal.Property)) {
            FrontMatterChange matter = FrontMatterChange.accepted(raw, marks, _ -> true);
            if (matter.isChanged()) {
                view.showInstead(matter.range(), LineEndings.toLf(matter.block()));
                at = matter.range().end();
            }
        }
        return view(view, marks, new TextRange(at, whole.end()), Mark::accepted);
    }

    /** Returns where the body of a Markdown text starts: after its front matter, or at 0 if it has none. */
    public static int bodyStart(String text) {
        return FrontMatter.find(text).map(FrontMatter::end).orElse(0);
    }

    private static List<Mark> withoutLiterals(String raw, List<Mark> marks) {
        if (marks.stream().allMatch(mark -> mark.metadata() != null)) {
            return marks;
        }
        View view = view(raw, marks, wholeText(raw), mark -> rejectedKeepingBackticksApart(raw, mark));
        CodeRanges code = MarkdownCode.find(view.text());
        return marks.stream()
                .filter(mark -> mark.metadata() != null || !isInside(code, mark, view))
                .toList();
    }

    /**
     * Returns the rejected text of a mark, except that a plain mark between two backticks leaves one character. It keeps
     * the backticks of {@code `{++a++}`} separate: they delimit code and are not one delimiter.
     */
    private static TextRange rejectedKeepingBackticksApart(String raw, Mark mark) {
        TextRange whole = mark.whole();
        boolean isBetweenBackticks = mark.metadata() == null
                && mark.rejected().isEmpty()
                && whole.start() > 0
                && whole.end() < raw.length()
                && raw.charAt(whole.start() - 1) == '`'
                && raw.charAt(whole.end()) == '`';
        return isBetweenBackticks ? new TextRange(whole.start(), whole.start() + 1) : mark.rejected();
    }

    private static boolean isInside(CodeRanges code, Mark mark, View view) {
        return code.surrounds(view.fromRaw(mark.whole().start()))
                || code.surrounds(view.fromRaw(mark.whole().end()));
    }

    /** Returns the range of the text without a byte order mark. */
    private static TextRange wholeText(String raw) {
        return new TextRange(raw.startsWith("\uFEFF") ? 1 : 0, raw.length());
    }

    private static View view(String raw, List<Mark> marks, TextRange range, Function<Mark, TextRange> shown) {
        return view(new View.Builder(raw), marks, range, shown);
    }

    private static View view(View.Builder view, List<Mark> marks, TextRange range, Function<Mark, TextRange> shown) {
        int at = range.start();
        for (Mark mark : marks) {
            view.show(at, mark.whole().start());
            TextRange text = shown.apply(mark);
            view.show(text.start(), text.end());
            at = mark.whole().end();
        }
        view.show(at, range.end());
        return view.build();
    }

    /** Returns the text as it is in the file. */
    public String raw() {
        return raw;
    }

    /** Returns the marks in ascending order, without literal text inside code. */
    public List<Mark> marks() {
        return marks;
    }

    /**
     * Returns the text with all suggestions and changes of properties accepted, highlights as plain text and without
     * comments.
     */
    public View accepted() {
        return accepted;
    }

    /** Returns the text with all suggestions rejected, highlights as plain text and without comments. */
    public View rejected() {
        View computed = rejected;
        if (computed == null) {
            computed = marks.isEmpty() ? accepted : view(raw, marks, wholeText(raw), Mark::rejected);
            rejected = computed;
        }
        return computed;
    }

    /** Returns the view of a part of the raw text with all suggestions rejected. No mark may cross the range's ends. */
    public View rejectedWithin(TextRange range) {
        return view(raw, marksWithin(range), range, Mark::rejected);
    }

    /** Returns the comments in ascending order, without those that propose a change. */
    public List<Mark> comments() {
        return marks.stream().filter(Mark::isComment).toList();
    }

    /** Returns the marks that lie wholly within a range of the raw text. */
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

    /** Returns the end of the mark around a raw position; the position itself if it is not inside a mark. */
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

    /** Returns the end of the proposals that begin at a raw position, such as the end of the front matter. */
    public int endOfProposalsAt(int rawPosition) {
        int at = rawPosition;
        for (Mark mark : marks) {
            if (mark.whole().start() == at && mark.proposal() != null) {
                at = mark.whole().end();
            }
        }
        return at;
    }

    /** Returns the mark that ends at a raw position. */
    public Optional<Mark> markEndingAt(int rawPosition) {
        int low = 0;
        int high = marks.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (marks.get(middle).whole().end() < rawPosition) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low < marks.size() && marks.get(low).whole().end() == rawPosition
                ? Optional.of(marks.get(low))
                : Optional.empty();
    }

    /** Returns the suggestions that change the text, in ascending order. */
    public List<Suggestion> suggestions() {
        return pending().stream().filter(suggestion -> !suggestion.isComment()).toList();
    }

    /** Returns the units of review: the suggestion of each edit, and each open thread of comments, in ascending order. */
    public List<Suggestion> pending() {
        return SuggestionGroups.of(marks);
    }

    /**
     * Returns the raw text after a decision on each change and each comment of an assistant. Other marks do not change. An
     * accepted change of a property that does not fit the front matter any more has no effect.
     */
    public String decide(Function<Mark, Decision> decisions) {
        var out = new StringBuilder(raw.length());
        int at = 0;
        FrontMatterChange matter =
                FrontMatterChange.accepted(raw, marks, mark -> decisions.apply(mark) == Decision.ACCEPT);
        if (matter.isChanged()) {
            out.append(raw, 0, matter.range().start()).append(matter.block());
            at = matter.range().end();
        }
        for (Mark mark : marks) {
            Decision decision = mark.isChange() || mark.isPendingComment() ? decisions.apply(mark) : Decision.KEEP;
            out.append(raw, at, mark.whole().start()).append(mark.decided(decision, raw));
            at = mark.whole().end();
        }
        return out.append(raw, at, raw.length()).toString();
    }

    /** Returns the raw text with all suggestions accepted. */
    public String acceptAll() {
        return decide(_ -> Decision.ACCEPT);
    }

    /** Returns the raw text with all suggestions rejected. */
    public String rejectAll() {
        return decide(_ -> Decision.REJECT);
    }

    /** Returns the raw text after a decision on one suggestion. */
    public String decide(Suggestion suggestion, Decision decision) {
        return decide(mark -> suggestion.marks().contains(mark) ? decision : Decision.KEEP);
    }

    /**
     * Returns true if the document exists only as a proposal, so that rejecting all its suggestions removes it. It has the
     * insertion that Mooring wrote when it created the document, no other text but front matter, and no mark by another
     * author.
     */
    public boolean isProposedDocument() {
        String author = marks.stream()
                .filter(Mark::proposesDocument)
                .map(Mark::author)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
        return author != null
                && marks.stream().allMatch(mark -> mark.isBy(author))
                && rejected().text().substring(bodyStart(rejected().text())).isBlank();
    }
}
