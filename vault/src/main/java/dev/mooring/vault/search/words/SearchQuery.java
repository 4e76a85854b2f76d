package dev.mooring.vault.search.words;

import dev.mooring.vault.files.PathRules;
import java.util.ArrayList;
import java.util.List;

/**
 * A query: words, phrases and filters.
 *
 * @param words the words that rank the documents, each once
 * @param phrases phrases that the text must contain, or must not contain
 * @param filters conditions that a document must satisfy
 */
public record SearchQuery(List<Word> words, List<Phrase> phrases, List<Filter> filters) {

    private static final int MAX_LENGTH = 1_000;
    private static final int MAX_WORDS = 32;

    /**
     * A folded word.
     *
     * @param isPrefix whether longer words that begin with it match too
     */
    public record Word(String text, boolean isPrefix) {}

    /**
     * Several folded words in succession.
     *
     * @param isNegated true to exclude documents that contain the phrase
     */
    public record Phrase(List<String> words, boolean isNegated) {

        /** Returns true if a sequence of words contains the phrase. */
        boolean isIn(List<String> text) {
            for (int at = 0; at + words.size() <= text.size(); at++) {
                if (isAt(text, at)) {
                    return true;
                }
            }
            return false;
        }

        private boolean isAt(List<String> text, int at) {
            int last = words.size() - 1;
            if (!text.subList(at, at + last).equals(words.subList(0, last))) {
                return false;
            }
            String word = words.get(last);
            return isSingleCharacter(word)
                    ? text.get(at + last).startsWith(word)
                    : text.get(at + last).equals(word);
        }
    }

    /** A condition on documents. */
    public sealed interface Filter {

        /** Returns true if documents that satisfy the condition are excluded, false if they are required. */
        boolean isNegated();

        /**
         * A term of the index: a word, a tag, a property or a property with its value. A single character of a script without
         * spaces stands for all words that begin with it.
         */
        record Term(String text, boolean isNegated) implements Filter {}

        /** A part of the path, folded. */
        record PathPart(String text, boolean isNegated) implements Filter {}
    }

    /** The result of parsing a query. */
    public sealed interface Parsed {

        record Valid(SearchQuery query) implements Parsed {}

        /**
         * The query is invalid.
         *
         * @param reason the problem, as a message for the caller
         */
        record Invalid(String reason) implements Parsed {}
    }

    /** Parses a query, such as {@code ferry tag:travel property:status=draft -path:archive "at nine"}. */
    public static Parsed parse(String query) {
        return query.length() > MAX_LENGTH
                ? new Parsed.Invalid("query can have at most " + MAX_LENGTH + " characters.")
                : new Parser(query).parse();
    }

    /** Parses one query. */
    private static final class Parser {
        private final String query;
        private final WordScanner scanner = new WordScanner();
        private final List<Word> words = new ArrayList<>();
        private final List<Phrase> phrases = new ArrayList<>();
        private final List<Filter> filters = new ArrayList<>();
        private String problem = "";
        private int at;

        Parser(String query) {
            this.query = query;
        }

        Parsed parse() {
            while (problem.isEmpty() && skipSpaces()) {
                item();
            }
            if (!problem.isEmpty()) {
                return new Parsed.Invalid(problem);
            }
            if (words.isEmpty() && filters.isEmpty() && phrases.isEmpty()) {
                return new Parsed.Invalid("query has no words. Pass words to search for, or a filter such as tag:work, "
                        + "property:status=draft or path:projects.");
            }
            if (words.size() > MAX_WORDS) {
                return new Parsed.Invalid("query can have at most " + MAX_WORDS + " words.");
            }
            return new Parsed.Valid(new SearchQuery(List.copyOf(words), List.copyOf(phrases), List.copyOf(filters)));
        }

        private boolean skipSpaces() {
            while (at < query.length() && Character.isWhitespace(query.charAt(at))) {
                at++;
            }
            return at < query.length();
        }

        private void item() {
            boolean isNegated = query.charAt(at) == '-' && at + 1 < query.length();
            if (isNegated) {
                at++;
            }
            if (query.charAt(at) == '"') {
                phrase(quoted(), isNegated);
            } else if (query.charAt(at) == '[' && query.indexOf(']', at) > 0) {
                int end = query.indexOf(']', at);
                property(query.substring(at + 1, end).replaceFirst(":", "="), isNegated);
                at = end + 1;
            } else {
                String name = filterName();
                at += name.isEmpty() ? 0 : name.length() + 1;
                String value = value();
                boolean isLast = at == query.length();
                switch (name) {
                    case "tag" -> tag(value, isNegated);
                    case "property" -> property(value, isNegated);
                    case "path" -> path(value, isNegated);
                    default -> words(value, isNegated, isLast);
                }
            }
        }

        private String filterName() {
            for (String name : List.of("tag", "property", "path")) {
                if (query.regionMatches(true, at, name + ":", 0, name.length() + 1)) {
                    return name;
                }
            }
            return "";
        }

        /** Reads up to the next space. Quoted parts may contain spaces. */
        private String value() {
            var value = new StringBuilder();
            while (at < query.length() && !Character.isWhitespace(query.charAt(at))) {
                if (query.charAt(at) == '"') {
                    value.append(quoted());
                } else {
                    value.append(query.charAt(at++));
                }
            }
            return value.toString();
        }

        private String quoted() {
            int close = query.indexOf('"', at + 1);
            int end = close < 0 ? query.length() : close;
            String inside = query.substring(at + 1, end);
            at = Math.min(end + 1, query.length());
            return inside;
        }

        private void tag(String value, boolean isNegated) {
            String tag = DocumentTerms.tag(value);
            if (tag.isEmpty()) {
                problem = "tag: needs a tag, such as tag:work.";
            }
            filters.add(new Filter.Term(DocumentTerms.TAG + tag, isNegated));
        }

        private void property(String value, boolean isNegated) {
            int equals = value.indexOf('=');
            String name = DocumentTerms.folded(equals < 0 ? value : value.substring(0, equals));
            if (name.isEmpty()) {
                problem = "property: needs a name, such as property:status or property:status=draft.";
            }
            String wanted = equals < 0 ? "" : "=" + DocumentTerms.propertyValue(value.substring(equals + 1));
            filters.add(new Filter.Term(DocumentTerms.PROPERTY + name + wanted, isNegated));
        }

        private void path(String value, boolean isNegated) {
            if (value.isEmpty()) {
                problem = "path: needs a part of a path, such as path:projects.";
            }
            String part = PathRules.folded(value);
            filters.add(new Filter.PathPart(part.startsWith("./") ? part.substring(2) : part, isNegated));
        }

        private void phrase(String text, boolean isNegated) {
            List<String> sequence = split(text);
            if (sequence.size() > 1) {
                phrases.add(new Phrase(sequence, isNegated));
            }
            if (sequence.size() == 1 || !isNegated) {
                sequence.forEach(word -> filters.add(new Filter.Term(word, isNegated)));
            }
            if (!isNegated) {
                sequence.forEach(word -> addWord(new Word(word, isSingleCharacter(word))));
            }
        }

        private void words(String text, boolean isNegated, boolean isLast) {
            List<String> found = split(text);
            for (int i = 0; i < found.size(); i++) {
                String word = found.get(i);
                if (isNegated) {
                    filters.add(new Filter.Term(word, true));
                } else {
                    addWord(new Word(word, isSingleCharacter(word) || (isLast && i == found.size() - 1)));
                }
            }
        }

        private void addWord(Word word) {
            if (words.stream().noneMatch(known -> known.text.equals(word.text))) {
                words.add(word);
            }
        }

        private List<String> split(String text) {
            List<String> found = new ArrayList<>();
            scanner.scan(text.toCharArray(), 0, text.length(), (characters, length, _, start, _) -> {
                String word = new String(characters, 0, length);
                if (!isRepeatedCharacter(word, text, start)) {
                    found.add(word);
                }
            });
            return found;
        }
    }

    /** Returns true for the last character of a sequence in a script without spaces. The word before it contains it too. */
    static boolean isRepeatedCharacter(CharSequence word, String text, int start) {
        return isSingleCharacter(word) && start > 0 && WordScanner.isUnspaced(text.charAt(start - 1));
    }

    /** Returns true for a single character of a script without spaces, which begins the words that contain it. */
    static boolean isSingleCharacter(CharSequence word) {
        return word.length() == 1 && WordScanner.isUnspaced(word.charAt(0));
    }
}
