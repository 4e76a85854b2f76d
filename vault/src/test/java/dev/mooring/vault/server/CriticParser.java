package dev.mooring.vault.server;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.representer.Representer;
import org.yaml.snakeyaml.resolver.Resolver;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A small CriticMarkup parser for tests. It shares no code with the program and knows nothing about Markdown: the test
 * tells it which plain marks are marks. All other plain ones are literal text in code.
 */
final class CriticParser {

    private static final Pattern OPENING = Pattern.compile("\\{(\\+\\+|--|~~|==|>>)");
    private static final Map<String, String> CLOSINGS =
            Map.of("++", "++}", "--", "--}", "~~", "~~}", "==", "==}", ">>", "<<}");

    /** The metadata that Mooring and the test write: no braces within the object. */
    private static final Pattern METADATA = Pattern.compile("\\{(\"[^{}]*)}@@");

    private static final Pattern AUTHOR = Pattern.compile("\"author\":\"([^\"]*)\"");
    private static final Pattern GROUP = Pattern.compile("\"g\":\"([^\"]*)\"");
    private static final Pattern FRONT_MATTER =
            Pattern.compile("(?s)^(\uFEFF?)---\r?\n(|.*?\n)(?:---|\\.\\.\\.)[ \\t]*(?:\r?\n|$)");

    private static final int MAX_SCANNED = 4;

    private final Set<String> plainMarks = new HashSet<>();

    /** The marks of the texts that were scanned last: the test looks at each state of a document several times. */
    private final Map<String, List<Mark>> scanned = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, List<Mark>> eldest) {
            return size() > MAX_SCANNED;
        }
    };

    /**
     * A mark.
     *
     * @param whole the mark with its delimiters, as in the file
     * @param sign the two characters of the opening delimiter
     * @param metadata the JSON object without its braces; null for a plain mark
     * @param text the text without metadata
     */
    record Mark(
            int start, String whole, String sign, @Nullable String metadata, String text) {

        int end() {
            return start + whole.length();
        }

        boolean isSuggestion() {
            return sign.equals("++") || sign.equals("--") || sign.equals("~~");
        }

        /** Returns true on a comment that people read, which is one that proposes nothing. */
        boolean isComment() {
            return sign.equals(">>") && !isProposal();
        }

        /** Returns true on a proposal to change a property. */
        boolean isProposal() {
            return sign.equals(">>") && String.valueOf(metadata).contains("\"prop\":");
        }

        boolean isChange() {
            return isSuggestion() || isProposal();
        }

        JsonNode json() {
            return JsonMapper.shared().readTree("{" + (metadata == null ? "" : metadata) + "}");
        }

        /** Returns what precedes the text of the highlight in which a suggestion stands; null if it stands in none. */
        @Nullable
        String highlight() {
            return isSuggestion() && String.valueOf(metadata).contains("\"highlight\":")
                    ? json().path("highlight").stringValue()
                    : null;
        }

        /** Returns what a decision leaves of a suggestion or a proposal. */
        String decided(boolean accepts) {
            String left = accepts ? accepted() : rejected();
            return highlight() == null || left.isEmpty() ? left : "{==" + highlight() + left + "==}";
        }

        /** Returns true on the comment of an assistant that no person has accepted. */
        boolean isPendingComment() {
            return isComment()
                    && author() != null
                    && !String.valueOf(metadata).contains("\"person\":true")
                    && !String.valueOf(metadata).contains("\"accepted\":true");
        }

        @Nullable
        String author() {
            Matcher author = AUTHOR.matcher(metadata == null ? "" : metadata);
            return author.find() ? author.group(1) : null;
        }

        @Nullable
        String group() {
            Matcher group = GROUP.matcher(metadata == null ? "" : metadata);
            return group.find() ? group.group(1) : null;
        }

        /** Returns true on a highlight that was made for the comment right after it. */
        boolean isHighlightOf(Mark comment) {
            return sign.equals("==") && end() == comment.start && group() != null && group().equals(comment.group());
        }

        boolean isDone() {
            return String.valueOf(metadata).contains("\"done\":true");
        }

        /** Returns the mark with a flag in its metadata. */
        String with(String flag) {
            String members = metadata == null ? "" : metadata + ",";
            return "{" + sign + "{" + members + "\"" + flag + "\":true}@@" + text + whole.substring(whole.length() - 3);
        }

        /** Returns what a decision leaves of a comment. */
        String decidedComment(boolean accepts) {
            if (isPendingComment()) {
                String readable = with("accepted");
                return !accepts ? "" : isDone() ? readable : readable.replaceFirst("}@@", ",\"done\":true}@@");
            }
            return isDone() ? whole : with("done");
        }

        /** Returns true if an assistant of this name may change the mark. */
        boolean isOwnedBy(String author) {
            return author.equals(author()) && !String.valueOf(metadata).contains("\"person\":true");
        }

        boolean isCreated() {
            return sign.equals("++") && String.valueOf(metadata).contains("\"created\":true");
        }

        String accepted() {
            return switch (sign) {
                case "++", "==" -> text;
                case "~~" -> text.substring(text.indexOf("~>") + 2);
                default -> "";
            };
        }

        String rejected() {
            return switch (sign) {
                case "--", "==" -> text;
                case "~~" -> text.substring(0, text.indexOf("~>"));
                default -> "";
            };
        }
    }

    /** Declares a plain mark. Its text must be unique in the document. */
    void addPlainMark(String whole) {
        plainMarks.add(whole);
    }

    /** Declares the plain marks that a text has and another one does not have. */
    void addPlainMarks(String before, String after) {
        List<String> known =
                new ArrayList<>(scan(before).stream().map(Mark::whole).toList());
        scan(after).stream()
                .filter(mark -> mark.metadata() == null)
                .map(Mark::whole)
                .filter(mark -> !known.remove(mark))
                .forEach(plainMarks::add);
    }

    /** Returns the marks of a file. */
    List<Mark> marks(String raw) {
        return scanned.computeIfAbsent(raw, CriticParser::scan).stream()
                .filter(mark -> mark.metadata() != null || plainMarks.contains(mark.whole()))
                .toList();
    }

    private static List<Mark> scan(String raw) {
        List<Mark> marks = new ArrayList<>();
        Matcher opening = OPENING.matcher(raw);
        int at = 0;
        while (opening.find(at)) {
            int start = opening.start();
            String sign = opening.group(1);
            int content = opening.end();
            int close = raw.indexOf(Objects.requireNonNull(CLOSINGS.get(sign)), content);
            int next = opening.find(content) ? opening.start() : raw.length();
            if (close < 0 || close > next) {
                at = content;
                continue;
            }
            at = close + 3;
            boolean startsLine = start == 0 || "\n\uFEFF".indexOf(raw.charAt(start - 1)) >= 0;
            Matcher metadata = METADATA.matcher(raw).region(content, close);
            boolean signed = metadata.lookingAt();
            String text = raw.substring(signed ? metadata.end() : content, close);
            if (signed && metadata.group(1).contains("\"prop\":") && sign.equals(">>") && startsLine) {
                at += raw.startsWith("\r\n", at) ? 2 : raw.startsWith("\n", at) ? 1 : 0;
            }
            if (!sign.equals("~~") || text.contains("~>")) {
                marks.add(new Mark(start, raw.substring(start, at), sign, signed ? metadata.group(1) : null, text));
            }
        }
        return marks;
    }

    /** Returns the file with each mark replaced. */
    String replaced(String raw, Function<Mark, String> replacement) {
        var out = new StringBuilder();
        int at = 0;
        for (Mark mark : marks(raw)) {
            out.append(raw, at, mark.start()).append(replacement.apply(mark));
            at = mark.end();
        }
        return out.append(raw.substring(at)).toString();
    }

    /** Returns the text that {@code read} shows: everything accepted, without marks, with LF. */
    String acceptedView(String raw) {
        return replaced(raw, Mark::accepted).replace("\uFEFF", "").replace("\r\n", "\n");
    }

    /** Returns the bytes of the text without its suggestions, highlights and comments. */
    String rejectedText(String raw) {
        return replaced(raw, Mark::rejected);
    }

    /**
     * Returns the text with the values of its properties, sorted by name, in place of the front matter, because a property
     * can be written in several ways.
     */
    static String normalized(String text) {
        return normalized(text, List.of());
    }

    /** Returns the text that {@code read} shows, normalized. */
    String normalizedView(String raw) {
        return normalized(acceptedView(raw), marks(raw));
    }

    /** Returns a text after the acceptance of the proposals among some marks, normalized. */
    static String normalized(String text, List<Mark> accepted) {
        Matcher matter = FRONT_MATTER.matcher(text);
        boolean hasMatter = matter.find();
        Map<String, Object> values = new TreeMap<>();
        if (hasMatter && yaml(matter.group(2)) instanceof Map<?, ?> map) {
            map.forEach((name, value) -> values.put(String.valueOf(name), value));
        }
        for (Mark mark : accepted) {
            if (mark.isProposal()) {
                JsonNode json = mark.json();
                String name = json.path("prop").stringValue();
                if (Objects.equals(values.get(name), value(json.get("from")))) {
                    Object to = value(json.get("to"));
                    values.compute(name, (_, _) -> to);
                }
            }
        }
        String byteOrderMark = text.startsWith("\uFEFF") ? "\uFEFF" : "";
        return byteOrderMark + values + text.substring(hasMatter ? matter.end() : byteOrderMark.length());
    }

    private static @Nullable Object value(@Nullable JsonNode node) {
        if (node == null) {
            return null;
        }
        if (!node.isArray()) {
            return node.asString();
        }
        List<Object> items = new ArrayList<>();
        node.forEach(item -> items.add(item.asString()));
        return items;
    }

    /** Returns parsed YAML with all scalars as text; null if it is empty or invalid. */
    private static @Nullable Object yaml(String text) {
        var options = new LoaderOptions();
        var withoutTypes = new Resolver() {
            @Override
            protected void addImplicitResolvers() {}
        };
        try {
            return new Yaml(
                            new SafeConstructor(options),
                            new Representer(new DumperOptions()),
                            new DumperOptions(),
                            options,
                            withoutTypes)
                    .load(text);
        } catch (YAMLException e) {
            return null;
        }
    }

    /**
     * What a person decides as a whole.
     *
     * @param marks the suggestion marks of one edit, or the comments of a thread
     * @param comments the comments about the suggestion
     */
    record Waiting(List<Mark> marks, List<Mark> comments) {

        boolean isThread() {
            return marks.getFirst().isComment();
        }
    }

    /** Returns what waits for a person, in the order of the first marks. */
    List<Waiting> waiting(String raw) {
        List<Waiting> found = new ArrayList<>();
        List<List<Mark>> runs = runs(raw);
        for (List<Mark> run : runs) {
            for (Mark mark : run) {
                if (mark.isChange()) {
                    groupOf(mark, run, found).marks().add(mark);
                }
            }
        }
        for (List<Mark> run : runs) {
            for (List<Mark> thread : threads(run)) {
                int first = run.indexOf(thread.getFirst());
                Waiting owner = first > 0
                                && run.get(first - 1).isChange()
                                && run.get(first - 1).highlight() == null
                        ? holder(run.get(first - 1), found)
                        : sameEdit(thread.getFirst(), found);
                if (owner != null) {
                    owner.comments().addAll(thread);
                } else if (!thread.stream().allMatch(Mark::isDone)) {
                    found.add(new Waiting(thread, new ArrayList<>()));
                }
            }
        }
        found.sort(Comparator.comparingInt(it -> it.marks().getFirst().start()));
        return found;
    }

    /** Returns the marks as lists of directly adjacent ones. */
    private List<List<Mark>> runs(String raw) {
        List<List<Mark>> runs = new ArrayList<>();
        for (Mark mark : marks(raw)) {
            if (runs.isEmpty() || runs.getLast().getLast().end() != mark.start()) {
                runs.add(new ArrayList<>());
            }
            runs.getLast().add(mark);
        }
        return runs;
    }

    private static List<List<Mark>> threads(List<Mark> run) {
        List<List<Mark>> threads = new ArrayList<>();
        boolean continues = false;
        for (Mark mark : run) {
            if (mark.isComment() && !continues) {
                threads.add(new ArrayList<>());
            }
            if (mark.isComment()) {
                threads.getLast().add(mark);
            }
            continues = mark.isComment();
        }
        return threads;
    }

    private static Waiting groupOf(Mark mark, List<Mark> run, List<Waiting> found) {
        Waiting known = sameEdit(mark, found);
        int index = run.indexOf(mark);
        if (known == null && mark.group() == null && index > 0) {
            Mark last = run.get(index - 1);
            boolean continues = last.isSuggestion()
                    && mark.isSuggestion()
                    && last.group() == null
                    && Objects.equals(last.author(), mark.author());
            known = continues ? holder(last, found) : null;
        }
        if (known == null) {
            known = new Waiting(new ArrayList<>(), new ArrayList<>());
            found.add(known);
        }
        return known;
    }

    private static @Nullable Waiting sameEdit(Mark mark, List<Waiting> found) {
        return found.stream()
                .filter(it -> mark.group() != null && !it.marks().isEmpty() && !it.isThread())
                .filter(it -> Objects.equals(it.marks().getFirst().group(), mark.group())
                        && Objects.equals(it.marks().getFirst().author(), mark.author()))
                .findFirst()
                .orElse(null);
    }

    private static @Nullable Waiting holder(Mark mark, List<Waiting> found) {
        return found.stream()
                .filter(it -> it.marks().contains(mark))
                .findFirst()
                .orElse(null);
    }
}
