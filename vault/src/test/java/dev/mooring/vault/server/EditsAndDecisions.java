package dev.mooring.vault.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.handle.HandleOwner;
import dev.mooring.vault.critic.Decision;
import dev.mooring.vault.review.DecisionReport;
import dev.mooring.vault.review.PendingSuggestion;
import dev.mooring.vault.review.Review;
import dev.mooring.vault.review.ReviewedDocument;
import dev.mooring.vault.review.Reviewer;
import dev.mooring.vault.review.SuggestionRef;
import dev.mooring.vault.server.CriticParser.Mark;
import dev.mooring.vault.server.CriticParser.Waiting;
import dev.mooring.vault.server.VaultFixture.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The life of one random document: several assistants edit it through the tools, and a person decides through the review.
 * After each step the file is compared with what an independent parser expects, byte by byte.
 */
final class EditsAndDecisions {

    private static final List<Actor> ACTORS = List.of(
            VaultFixture.CLAUDE,
            new Actor(HandleOwner.ANONYMOUS, "Ann"),
            new Actor(HandleOwner.ANONYMOUS, "Ada"),
            new Actor(HandleOwner.ANONYMOUS, null));

    private static final Pattern NUMBERED = Pattern.compile("(?m)^ *(\\d+)\\t(.*)$");
    private static final Pattern FRONT_MATTER = Pattern.compile("(?s)^---\n(|.*?\n)---\n");
    private static final Pattern LINK = Pattern.compile("\\[\\[[^\\[\\]\n]+]]");

    private final VaultFixture tools;
    private final boolean plain;
    private final Review review;
    private final Reviewer reviewer;
    private final Random random;
    private final CriticParser parser = new CriticParser();
    private final RandomVaultText text;
    private final String path;
    private final Path file;
    private final Map<Actor, String> sessions = new HashMap<>();
    private final List<String> steps = new ArrayList<>();

    /** The rejected text, which only a person's decisions may change. */
    private String base = "";

    private boolean partlyDecided;
    private int tried;
    private int suggested;

    EditsAndDecisions(VaultFixture tools, Review review, long seed) {
        this.tools = tools;
        this.plain = tools.context.options().plainMarks();
        this.review = review;
        this.random = new Random(seed);
        this.text = new RandomVaultText(random, parser);
        this.path = "d" + Long.toHexString(seed) + ".md";
        this.file = tools.root.resolve(path);
        this.reviewer = new Reviewer(path, "Ada");
    }

    /** How many edits the assistants tried, and how many of them became suggestions. */
    record Count(long tried, long suggested) {}

    /** Makes some edits and decisions. */
    Count run(int tries) throws IOException {
        try {
            open();
            for (int i = 0; i < tries && Files.exists(file); i++) {
                edit();
                if (text.oneIn(6)) {
                    decideSome();
                }
            }
            if (Files.exists(file)) {
                decideAll();
            }
            Files.deleteIfExists(file);
            return new Count(tried, suggested);
        } catch (IOException | RuntimeException | AssertionError e) {
            List<String> last = steps.subList(Math.max(0, steps.size() - 4), steps.size());
            throw new AssertionError(
                    (plain ? "With plain marks: " : "") + e.getMessage() + "\nAfter " + steps.size()
                            + " steps, at last:\n" + String.join("\n", last),
                    e);
        }
    }

    private void open() throws IOException {
        if (text.oneIn(5)) {
            Actor actor = actor();
            String content = text.newDocument();
            step("create by " + actor.author(), content);
            Result created = tools.callAs(actor, "create", "file_path", path, "content", content);
            if (!created.isError()) {
                sessions.put(actor, created.session().orElseThrow());
                parser.addPlainMarks("", raw());
                assertThat(parser.acceptedView(raw())).isEqualTo(content.replace("\r\n", "\n"));
                base = parser.rejectedText(raw());
                return;
            }
            assertThat(file).doesNotExist();
        }
        String document = text.document();
        step("document", document);
        Files.writeString(file, document);
        // Without file leases, an edit would wait until a file that was just written is quiet.
        Files.setLastModifiedTime(file, FileTime.from(Instant.now().minusSeconds(60)));
        base = parser.rejectedText(document);
    }

    private Actor actor() {
        return ACTORS.get(random.nextInt(ACTORS.size()));
    }

    private String raw() throws IOException {
        return Files.readString(file);
    }

    private void step(String what, String detail) {
        steps.add(
                what + ": " + detail.replace("\\", "\\\\").replace("\r", "\\r").replace("\n", "\\n"));
    }

    /** Reads the document in the actor's session, and returns the text that the actor sees. */
    private String read(Actor actor) throws IOException {
        String known = sessions.get(actor);
        Result read = known == null
                ? tools.callAs(actor, "read", "file_path", path)
                : tools.callAs(actor, "read", "file_path", path, "session_id", known);
        sessions.put(actor, read.session().orElseThrow());
        String shown = numberedLines(read.success());
        String view = parser.acceptedView(raw());
        // The numbered lines do not tell whether the text ends with a line break. Proposed front matter alone does.
        boolean endsInLine = !view.isEmpty() && !view.endsWith("\n");
        String text = shown.endsWith("\n") && endsInLine ? shown.substring(0, shown.length() - 1) : shown;
        assertThat(CriticParser.normalized(text)).isEqualTo(parser.normalizedView(raw()));
        return text;
    }

    private static String numberedLines(String result) {
        var lines = new StringBuilder();
        Matcher numbered = NUMBERED.matcher(result);
        for (int n = 1; numbered.find() && Integer.parseInt(numbered.group(1)) == n; n++) {
            lines.append(numbered.group(2)).append('\n');
        }
        return lines.toString();
    }

    private void edit() throws IOException {
        Actor actor = actor();
        String view = read(actor);
        String session = Objects.requireNonNull(sessions.get(actor));
        String author = actor.authorIn(session);
        String before = raw();
        Request request = request(before, view);
        step(request.tool + " by " + author, request.arguments.toString());
        List<Object> arguments = new ArrayList<>(List.of("file_path", path, "session_id", session));
        request.arguments.forEach((name, value) -> arguments.addAll(List.of(name, value)));
        Result result = tools.callAs(actor, request.tool, arguments.toArray());
        tried++;
        String after = raw();
        if (result.isError() || result.text().startsWith("No change")) {
            step("refused", result.text());
            assertThat(after).isEqualTo(before);
            return;
        }
        step("file", after);
        suggested++;
        if (plain) {
            parser.addPlainMarks(before, after);
        }
        request.check.accept(CriticParser.normalized(view), parser.normalizedView(after));
        assertThat(parser.rejectedText(after)).isEqualTo(base);
        List<String> foreign = foreignMarks(after, author);
        if (plain) {
            assertThat(foreign).containsAll(foreignMarks(before, author));
        } else {
            assertThat(foreign).isEqualTo(foreignMarks(before, author));
        }
        assertNewMarksAreSound(before, after, author);
        read(actor);
    }

    /** @param check compares the normalized text that read shows before and afterwards */
    private record Request(String tool, Map<String, Object> arguments, BiConsumer<String, String> check) {}

    private Request request(String before, String view) {
        return switch (random.nextInt(16)) {
            case 0, 1 -> replacement(commentChange(before, view));
            case 2, 3 -> replacements(view);
            case 4, 5 -> insertion(view);
            case 6, 7 -> replacement(propertyChange(view));
            default -> replacement(textChange(view));
        };
    }

    private static Request replacement(Replacement change) {
        return new Request(
                "edit",
                Map.of("old_string", change.oldText, "new_string", change.newText, "replace_all", change.all),
                (_, after) -> assertThat(after).isEqualTo(CriticParser.normalized(change.expected)));
    }

    /**
     * Several replacements, each of the result of the one before. A change of a property is the last one, because Mooring may
     * spell its value differently, and a later replacement would find that spelling.
     */
    private Request replacements(String view) {
        List<Map<String, Object>> edits = new ArrayList<>();
        String current = view;
        boolean changesProperty = false;
        for (int i = random.nextInt(3); i >= 0 && !changesProperty; i--) {
            changesProperty = text.oneIn(4);
            Replacement change = changesProperty ? propertyChange(current) : textChange(current);
            edits.add(Map.of("old_string", change.oldText, "new_string", change.newText, "replace_all", change.all));
            current = change.expected;
        }
        String expected = current;
        return new Request(
                "edit",
                Map.of("edits", edits),
                (_, after) -> assertThat(after).isEqualTo(CriticParser.normalized(expected)));
    }

    private Request insertion(String view) {
        String content = (text.oneIn(3) ? "- " : "") + text.words(3) + (text.oneIn(3) ? "\n" + text.words(2) : "");
        List<String> headings = view.lines()
                .filter(line -> line.startsWith("# ") && line.length() > 2)
                .toList();
        Map<String, Object> arguments = new HashMap<>();
        arguments.put("content", content);
        arguments.put("operation", text.oneIn(2) ? "append" : "prepend");
        if (!headings.isEmpty() && text.oneIn(2)) {
            arguments.put("section", headings.get(random.nextInt(headings.size())));
        }
        return new Request("insert", arguments, (before, after) -> assertInserted(before, after, content));
    }

    /** Asserts that a text is another one with some lines in addition. */
    private static void assertInserted(String before, String after, String content) {
        int length = after.length() - before.length();
        assertThat(length).isGreaterThanOrEqualTo(content.length());
        assertThat(IntStream.rangeClosed(0, before.length())
                        .filter(at -> before.startsWith(after.substring(0, at))
                                && before.substring(at).equals(after.substring(at + length)))
                        .mapToObj(at -> after.substring(at, at + length).replaceAll("^\n+|\n+$", "")))
                .as("inserted into %s", before)
                .contains(content);
    }

    /** Sets, adds or removes a property. */
    private Replacement propertyChange(String view) {
        String value = text.value();
        Matcher matter = FRONT_MATTER.matcher(view);
        if (!matter.find()) {
            String first = view.lines().findFirst().orElse("");
            String added = "---\nstatus: " + value + "\n---\n" + first;
            return new Replacement(first, added, false, added + view.substring(first.length()));
        }
        List<String> properties = matter.group(1).lines().toList();
        if (properties.isEmpty()) {
            return textChange(view);
        }
        String line = properties.get(random.nextInt(properties.size()));
        String changed = switch (random.nextInt(3)) {
            case 0 -> "";
            case 1 -> line + "\nadded" + random.nextInt(3) + ": " + value + "\n";
            default -> line.substring(0, line.indexOf(':') + 1) + " " + value + "\n";
        };
        return new Replacement(
                line + "\n",
                changed,
                false,
                view.replaceFirst(Pattern.quote(line + "\n"), Matcher.quoteReplacement(changed)));
    }

    /** @param expected the text that read has to show afterwards */
    private record Replacement(String oldText, String newText, boolean all, String expected) {}

    private Replacement textChange(String view) {
        String oldText = text.part(view);
        String newText = text.changed(oldText);
        boolean all = text.oneIn(5);
        String visible = newText.replaceAll("(?s)\\{>>.*?<<}", "").replace("\r\n", "\n");
        String expected = oldText.isEmpty()
                ? visible
                : all
                        ? view.replace(oldText, visible)
                        : view.replaceFirst(Pattern.quote(oldText), Matcher.quoteReplacement(visible));
        return new Replacement(oldText, newText, all, expected);
    }

    /** Removes or changes a comment, together with some of the text after it. */
    private Replacement commentChange(String before, String view) {
        List<Mark> comments =
                parser.marks(before).stream().filter(Mark::isComment).toList();
        if (comments.isEmpty()) {
            return textChange(view);
        }
        Mark comment = comments.get(random.nextInt(comments.size()));
        // Counted from the end, because proposed properties change the length of the front matter.
        int at = view.length() - parser.acceptedView(before).length() + acceptedPosition(before, comment.start());
        String behind =
                view.substring(at, view.offsetByCodePoints(at, Math.min(5, view.codePointCount(at, view.length()))));
        String mark = "{>>" + comment.text() + "<<}";
        String visible = text.oneIn(2) ? behind : text.words(2);
        String newMark = text.oneIn(2) ? "" : "{>>" + comment.text() + " changed<<}";
        return new Replacement(
                mark + behind,
                newMark + visible,
                false,
                view.substring(0, at) + visible + view.substring(at + behind.length()));
    }

    private int acceptedPosition(String raw, int at) {
        return parser.acceptedView(raw.substring(0, at)).length();
    }

    private int rejectedPosition(String raw, int at) {
        return parser.rejectedText(raw.substring(0, at)).length();
    }

    /**
     * Returns the marks that the author may not change, each with its position in the rejected text. A suggestion in a
     * highlight counts as the highlight that its rejection restores.
     */
    private List<String> foreignMarks(String raw, String author) {
        List<String> foreign = new ArrayList<>();
        int removed = 0;
        for (Mark mark : parser.marks(raw)) {
            if (plain
                    || !mark.isOwnedBy(author)
                    || mark.sign().equals("==")
                    || (mark.highlight() != null && mark.sign().equals("--"))) {
                foreign.add(mark.start() - removed + " "
                        + (mark.isOwnedBy(author) && mark.isSuggestion() ? mark.decided(false) : mark.whole()));
            }
            removed += mark.whole().length() - mark.rejected().length();
        }
        return foreign;
    }

    private void assertNewMarksAreSound(String before, String after, String author) {
        Set<String> old = parser.marks(before).stream().map(Mark::whole).collect(Collectors.toSet());
        // An edit that restores the text of a highlight restores the highlight.
        parser.marks(before).stream()
                .filter(mark -> mark.highlight() != null)
                .forEach(mark -> old.add(mark.decided(false)));
        for (Mark mark : parser.marks(after)) {
            if (old.contains(mark.whole())) {
                continue;
            }
            assertThat(mark.author()).as(mark.whole()).isEqualTo(plain ? null : author);
            assertThat(mark.text()).doesNotContain("{++", "{--", "{~~", "{==", "{>>");
            if (mark.isComment()) {
                assertSplitsNoLink(after, mark.start(), mark.end());
            }
        }
        for (List<Mark> run : suggestionRuns(after)) {
            if (run.stream().anyMatch(mark -> !old.contains(mark.whole()))) {
                assertSplitsNoLink(after, run.getFirst().start(), run.getLast().end());
            }
        }
        assertThat(parser.marks(after).stream()
                        .filter(mark -> !old.contains(mark.whole()))
                        .map(mark -> String.valueOf(mark.group()))
                        .distinct())
                .as("groups of one edit")
                .hasSizeLessThanOrEqualTo(1);
    }

    /** Returns the directly adjacent marks of each suggestion. */
    private List<List<Mark>> suggestionRuns(String raw) {
        List<List<Mark>> runs = new ArrayList<>();
        for (Waiting suggestion : parser.waiting(raw)) {
            Mark last = null;
            for (Mark mark : suggestion.isThread() ? List.<Mark>of() : suggestion.marks()) {
                if (last == null || last.end() != mark.start()) {
                    runs.add(new ArrayList<>());
                }
                runs.getLast().add(mark);
                last = mark;
            }
        }
        return runs;
    }

    private void assertSplitsNoLink(String raw, int start, int end) {
        assertThat(insidesOfLinks(base))
                .as("splits a link of the rejected text at %d", start)
                .doesNotContain(rejectedPosition(raw, start), rejectedPosition(raw, end));
        assertThat(insidesOfLinks(parser.acceptedView(raw)))
                .as("splits a link of the accepted text at %d", start)
                .doesNotContain(acceptedPosition(raw, start), acceptedPosition(raw, end));
    }

    /** Returns the positions inside links. */
    private static Set<Integer> insidesOfLinks(String text) {
        Set<Integer> insides = new HashSet<>();
        Matcher link = LINK.matcher(text);
        while (link.find()) {
            for (int at = link.start() + 1; at < link.end(); at++) {
                insides.add(at);
            }
        }
        return insides;
    }

    private List<SuggestionRef> pending() throws IOException {
        ReviewedDocument document = review.open(path).orElseThrow();
        String raw = raw();
        assertThat(document.marked().stream().map(it -> texts(it.marks(), raw)).toList())
                .as("what waits")
                .isEqualTo(parser.waiting(raw).stream()
                        .map(it -> it.marks().stream().map(Mark::whole).toList())
                        .toList());
        assertThat(document.pending().stream()
                        .map(it -> it.thread().stream()
                                .map(PendingSuggestion.ThreadComment::text)
                                .toList())
                        .toList())
                .as("threads")
                .isEqualTo(parser.waiting(raw).stream()
                        .map(it -> (it.isThread() ? it.marks() : it.comments())
                                .stream().map(Mark::text).toList())
                        .toList());
        return document.pending().stream().map(PendingSuggestion::ref).toList();
    }

    private static List<String> texts(List<dev.mooring.vault.critic.Mark> marks, String raw) {
        return marks.stream().map(mark -> mark.whole().in(raw)).toList();
    }

    private void decideSome() throws IOException {
        List<SuggestionRef> refs = pending();
        Set<Integer> chosen = new HashSet<>();
        for (int i = 0; i < refs.size(); i++) {
            if (text.oneIn(3)) {
                chosen.add(i);
            }
        }
        if (chosen.isEmpty()) {
            return;
        }
        String before = raw();
        if (text.oneIn(4)) {
            int first = chosen.iterator().next();
            changeThread(refs.get(first), parser.waiting(before).get(first), before);
            return;
        }
        if (text.oneIn(4)) {
            decidePart(before);
            return;
        }
        boolean decided = decide(text.oneIn(2) ? Decision.ACCEPT : Decision.REJECT, refs, chosen);
        partlyDecided = true;
        if (decided && text.oneIn(3)) {
            step("undo", "");
            assertThat(review.undo(reviewer).orElseThrow().conflicts()).isEmpty();
            assertThat(raw()).isEqualTo(before);
            base = parser.rejectedText(before);
        }
    }

    /** Replies, resolves or deletes a comment. */
    private void changeThread(SuggestionRef ref, Waiting waiting, String before) throws IOException {
        List<Mark> thread = waiting.isThread() ? waiting.marks() : waiting.comments();
        Set<Integer> starts = thread.stream().map(Mark::start).collect(Collectors.toSet());
        DecisionReport report;
        String expected;
        if (thread.isEmpty() || text.oneIn(2)) {
            step("reply", "");
            report = review.comment(reviewer, ref, "a comment");
            expected = parser.replaced(
                    before,
                    mark -> starts.contains(mark.start()) && mark.isPendingComment()
                            ? mark.with("accepted")
                            : mark.whole());
        } else if (text.oneIn(2)) {
            step("resolve", "");
            report = review.resolve(reviewer, List.of(ref));
            expected = parser.replaced(
                    before,
                    mark -> starts.contains(mark.start()) && !mark.isDone() ? mark.decidedComment(true) : mark.whole());
        } else {
            step("delete", "");
            int chosen = random.nextInt(thread.size());
            String id = review.open(path).orElseThrow().pending().stream()
                    .filter(it -> it.ref().equals(ref))
                    .findFirst()
                    .orElseThrow()
                    .thread()
                    .get(chosen)
                    .id();
            report = review.deleteComment(reviewer, ref, id);
            Mark deleted = thread.get(chosen);
            expected = parser.replaced(before, mark -> {
                boolean endsHighlight = thread.size() == 1 && mark.isHighlightOf(deleted);
                return mark.start() == deleted.start() ? "" : endsHighlight ? mark.text() : mark.whole();
            });
        }
        step("file", raw());
        if (!report.refused().isEmpty()) {
            assertThat(raw()).isEqualTo(before);
            return;
        }
        assertThat(raw().replaceFirst("\\{>>\\{\"author\":\"Ada\"[^}]*}@@a comment<<}", ""))
                .isEqualTo(expected);
        assertThat(review.undo(reviewer).orElseThrow().conflicts()).isEmpty();
        assertThat(raw()).isEqualTo(before);
    }

    /** Decides one part of a suggestion. The other marks stay. */
    private void decidePart(String before) throws IOException {
        ReviewedDocument document = review.open(path).orElseThrow();
        List<PendingSuggestion> splittable =
                document.pending().stream().filter(PendingSuggestion::canSplit).toList();
        if (splittable.isEmpty()) {
            return;
        }
        List<PendingSuggestion.Part> parts =
                splittable.get(random.nextInt(splittable.size())).parts();
        SuggestionRef ref = parts.get(random.nextInt(parts.size())).ref();
        var part = Objects.requireNonNull(document.byId().get(ref.id()));
        Set<Integer> starts = Stream.concat(part.marks().stream(), part.comments().stream())
                .map(mark -> mark.whole().start())
                .collect(Collectors.toSet());
        boolean accepts = text.oneIn(2);
        step(accepts ? "accept part" : "reject part", "");
        DecisionReport report = review.decide(reviewer, accepts ? Decision.ACCEPT : Decision.REJECT, List.of(ref));
        partlyDecided = true;
        if (!report.refused().isEmpty()) {
            assertThat(raw()).isEqualTo(before);
            return;
        }
        step("file", raw());
        assertDecided(before, starts, accepts);
        base = parser.rejectedText(raw());
    }

    /** @param kept where the comments start that a rejection does not remove */
    private static String decided(Mark mark, Set<Integer> starts, boolean accepts, Set<Integer> kept) {
        if (!starts.contains(mark.start())) {
            return mark.whole();
        }
        if (!accepts && mark.isPendingComment() && kept.contains(mark.start())) {
            return mark.isDone() ? mark.whole() : mark.with("done");
        }
        return mark.isComment() ? mark.decidedComment(accepts) : mark.decided(accepts);
    }

    /** Returns where the comments on suggestions of other authors start. */
    private Set<Integer> commentsOfOthers(String raw) {
        return parser.waiting(raw).stream()
                .flatMap(it -> it.comments().stream()
                        .filter(comment -> !Objects.equals(
                                comment.author(), it.marks().getFirst().author())))
                .map(Mark::start)
                .collect(Collectors.toSet());
    }

    private void decideAll() throws IOException {
        List<SuggestionRef> refs = pending();
        Set<Integer> all = new HashSet<>();
        for (int i = 0; i < refs.size(); i++) {
            all.add(i);
        }
        if (all.isEmpty()) {
            return;
        }
        String view = parser.normalizedView(raw());
        boolean accept = text.oneIn(2);
        boolean decided = decide(accept ? Decision.ACCEPT : Decision.REJECT, refs, all);
        if (!decided) {
            // A person who decides on parts of an edit can leave parts that make no sense together.
            assertThat(partlyDecided)
                    .as("the refusal is due to an earlier decision")
                    .isTrue();
        } else if (accept) {
            assertThat(parser.normalizedView(raw())).isEqualTo(view);
            read(actor());
        } else if (Files.exists(file)) {
            assertThat(parser.rejectedText(raw())).isEqualTo(base);
        }
    }

    /** Returns false if the review refused the decisions, which then must not have changed the file. */
    private boolean decide(Decision decision, List<SuggestionRef> refs, Set<Integer> chosen) throws IOException {
        String before = raw();
        List<Waiting> suggestions = parser.waiting(before);
        Set<Integer> starts = chosen.stream()
                .flatMap(
                        i -> Stream.concat(suggestions.get(i).marks().stream(), suggestions.get(i).comments().stream()))
                .map(Mark::start)
                .collect(Collectors.toSet());
        boolean removes = decision == Decision.REJECT
                && isProposal(before)
                && IntStream.range(0, refs.size())
                        .allMatch(i -> chosen.contains(i) || suggestions.get(i).isThread());
        step(decision + " " + chosen, "");
        DecisionReport report =
                review.decide(reviewer, decision, chosen.stream().map(refs::get).toList());
        if (!report.refused().isEmpty()) {
            step("refused", report.refused().getFirst().reason());
            assertThat(raw()).isEqualTo(before);
            return false;
        }
        if (removes) {
            assertThat(file).doesNotExist();
            return true;
        }
        assertDecided(before, starts, decision == Decision.ACCEPT);
        step("file", raw());
        base = decision == Decision.ACCEPT ? parser.rejectedText(raw()) : base;
        return true;
    }

    /** Asserts that the file is what a decision on the marks at some positions leaves. */
    private void assertDecided(String before, Set<Integer> starts, boolean accepts) throws IOException {
        Set<Integer> kept = commentsOfOthers(before);
        String expected = parser.replaced(before, mark -> decided(mark, starts, accepts, kept));
        parser.marks(before).stream()
                .filter(mark -> "".equals(mark.highlight()) && starts.contains(mark.start()))
                .forEach(mark -> parser.addPlainMark(mark.decided(accepts)));
        List<Mark> proposals = parser.marks(before).stream()
                .filter(mark -> accepts && mark.isProposal() && starts.contains(mark.start()))
                .toList();
        if (proposals.isEmpty()) {
            assertThat(raw()).isEqualTo(expected);
        } else {
            assertThat(CriticParser.normalized(raw())).isEqualTo(CriticParser.normalized(expected, proposals));
        }
    }

    /** Returns true if the file is a created document that holds nothing by others. */
    private boolean isProposal(String raw) {
        List<Mark> marks = parser.marks(raw);
        String creator = marks.stream()
                .filter(Mark::isCreated)
                .map(Mark::author)
                .findFirst()
                .orElse(null);
        String body = parser.rejectedText(raw).replaceFirst("(?s)^---\r?\n(.*?\r?\n)??---\r?\n", "");
        return creator != null && body.isBlank() && marks.stream().allMatch(mark -> mark.isOwnedBy(creator));
    }
}
