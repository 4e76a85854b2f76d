package dev.mooring.vault.search.words;

import dev.mooring.vault.files.PathRules;
import java.util.List;
import java.util.Map;

/**
 * Finds the terms of a document: the words of title, headings, tags and body, and a term for each tag and property. Names,
 * titles and aliases are the title. For one thread at a time.
 */
final class DocumentTerms implements WordScanner.Sink {

    /** The first characters of terms that are not words. No word contains them. */
    static final String TAG = "#";

    static final String PROPERTY = "[";

    /** The term of documents that contain a truncated word. */
    static final String TRUNCATED = "…";

    private static final int MAX_VALUE_LENGTH = 100;

    /** The weight of an occurrence, in occurrences in the body. */
    private static final int BODY = 1;

    private static final int HEADING = 4;
    private static final int TAGGED = 6;

    private final WordScanner scanner = new WordScanner();
    private final TermBatch batch = new TermBatch();
    private int weight = BODY;
    private boolean inTitle;
    private int words;
    private int titleLength;
    private boolean hasTruncatedWord;

    /** Reads a document in place of the one before. */
    void read(String path, String view, Map<String, List<String>> properties) {
        batch.clear();
        weight = BODY;
        inTitle = false;
        hasTruncatedWord = false;
        titleLength = title(path, properties);
        words = 0;
        properties(properties);
        body(view);
        if (hasTruncatedWord) {
            term(TRUNCATED);
        }
    }

    /** Returns the terms of the document, until the next one is read. */
    TermBatch batch() {
        return batch;
    }

    /** Returns how many words the document has, without those of its title. */
    int length() {
        return words;
    }

    int titleLength() {
        return titleLength;
    }

    @Override
    public void word(char[] characters, int length, long hash, int start, int end) {
        words++;
        batch.add(characters, length, hash, weight, inTitle);
    }

    @Override
    public void truncated() {
        hasTruncatedWord = true;
    }

    private int title(String path, Map<String, List<String>> properties) {
        int slash = path.lastIndexOf('/');
        int dot = path.lastIndexOf('.');
        scan(path.substring(0, slash + 1), BODY);
        words = 0;
        inTitle = true;
        scan(path.substring(slash + 1, dot > slash ? dot : path.length()), BODY);
        int ofName = words;
        for (String name : List.of("title", "aliases", "alias")) {
            properties.getOrDefault(name, List.of()).forEach(value -> scan(value, BODY));
        }
        inTitle = false;
        return Math.max(1, ofName);
    }

    private void properties(Map<String, List<String>> properties) {
        properties.forEach((name, values) -> {
            String property = PROPERTY + folded(name);
            term(property);
            for (String value : values) {
                term(property + "=" + propertyValue(value));
            }
        });
        for (String name : List.of("tags", "tag")) {
            properties.getOrDefault(name, List.of()).forEach(this::tags);
        }
    }

    /** Adds the tags of a property's value, which commas and white space separate. */
    private void tags(String value) {
        int start = 0;
        for (int at = 0; at <= value.length(); at++) {
            if (at == value.length() || value.charAt(at) == ',' || Character.isWhitespace(value.charAt(at))) {
                tagged(tag(value.substring(start, at)));
                start = at + 1;
            }
        }
    }

    private void body(String view) {
        char[] characters = view.toCharArray();
        int nextHash = view.indexOf('#');
        boolean inFence = false;
        int at = 0;
        while (at < view.length()) {
            int newline = view.indexOf('\n', at);
            int end = newline < 0 ? view.length() : newline;
            if (isFence(view, at, end)) {
                inFence = !inFence;
            }
            if (nextHash >= 0 && nextHash < at) {
                nextHash = view.indexOf('#', at);
            }
            if (nextHash >= 0 && nextHash < end && !inFence) {
                weight = isHeading(view, at, end) ? HEADING : BODY;
                inlineTags(view, at, end);
            }
            scanner.scan(characters, at, end, this);
            weight = BODY;
            at = end + 1;
        }
    }

    private static boolean isFence(String view, int start, int end) {
        return view.startsWith("```", start) || (view.startsWith("~~~", start) && end - start >= 3);
    }

    private static boolean isHeading(String view, int start, int end) {
        int at = start;
        while (at < end && view.charAt(at) == '#') {
            at++;
        }
        return at > start && at - start <= 6 && at < end && view.charAt(at) == ' ';
    }

    private void inlineTags(String view, int start, int end) {
        boolean inCode = false;
        for (int at = start; at < end; at++) {
            char c = view.charAt(at);
            if (c == '`') {
                inCode = !inCode;
            } else if (c == '#' && !inCode && (at == start || Character.isWhitespace(view.charAt(at - 1)))) {
                int last = at + 1;
                while (last < end && isTagCharacter(view.charAt(last))) {
                    last++;
                }
                String tag = tag(view.substring(at, last));
                if (!tag.chars().allMatch(Character::isDigit)) {
                    tagged(tag);
                }
                at = last - 1;
            }
        }
    }

    private static boolean isTagCharacter(char c) {
        return Character.isLetterOrDigit(c) || c == '_' || c == '-' || c == '/' || Character.isSurrogate(c);
    }

    /** Adds a tag and the tags that contain it: {@code a/b} is also {@code a}. */
    private void tagged(String tag) {
        if (tag.isEmpty()) {
            return;
        }
        for (int slash = tag.indexOf('/'); slash > 0; slash = tag.indexOf('/', slash + 1)) {
            term(TAG + tag.substring(0, slash));
        }
        term(TAG + tag);
        int before = weight;
        scan(tag, TAGGED);
        weight = before;
    }

    private void scan(String text, int textWeight) {
        weight = textWeight;
        scanner.scan(text.toCharArray(), 0, text.length(), this);
        weight = BODY;
    }

    private void term(String text) {
        char[] characters = text.toCharArray();
        batch.add(characters, characters.length, WordScanner.hash(characters, characters.length), 0, false);
    }

    /** Returns the name of a tag: without the hash sign, and without case. */
    static String tag(String written) {
        String name = written.startsWith("#") ? written.substring(1) : written;
        return folded(name.endsWith("/") ? name.substring(0, name.length() - 1) : name);
    }

    static String propertyValue(String value) {
        String folded = folded(value);
        return folded.length() <= MAX_VALUE_LENGTH ? folded : folded.substring(0, MAX_VALUE_LENGTH);
    }

    static String folded(String text) {
        return PathRules.folded(text.strip());
    }
}
