package dev.mooring.vault.search.words;

import dev.mooring.vault.files.PathRules;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.jspecify.annotations.Nullable;

/**
 * A part of the index: some documents with their terms and postings. Documents are numbered in the order in which they are
 * added, so a changed document gets a new number. Its old postings stay until {@link #compact}. The caller holds the lock.
 */
final class Shard {

    private static final int MIN_REMOVED = 1_000;

    final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();

    private final DocumentTerms documentTerms = new DocumentTerms();
    private Terms terms = new Terms();
    private Postings postings = new Postings();
    private @Nullable String[] paths = new String[64];
    private @Nullable String[] foldedPaths = new String[64];
    private int[] lengths = new int[64];
    private int[] titleLengths = new int[64];
    private int count;
    private int alive;
    private long totalLength;

    /** The numbers of the documents that are not removed. */
    private final Map<String, Integer> numbers = new HashMap<>();

    Terms terms() {
        return terms;
    }

    Postings postings() {
        return postings;
    }

    /** Returns how many numbers are in use, including those of removed documents. */
    int count() {
        return count;
    }

    int alive() {
        return alive;
    }

    long totalLength() {
        return totalLength;
    }

    /** Returns the path of a document, or null if it is removed. */
    @Nullable
    String path(int document) {
        return paths[document];
    }

    /** Returns the folded path of a document that is not removed. */
    String foldedPath(int document) {
        String folded = foldedPaths[document];
        return folded == null ? "" : folded;
    }

    int length(int document) {
        return lengths[document];
    }

    int titleLength(int document) {
        return titleLengths[document];
    }

    /** Adds a document, which gets the next number. */
    void add(String path, String view, Map<String, List<String>> properties) {
        if (count == paths.length) {
            int capacity = count + (count >> 1);
            paths = Arrays.copyOf(paths, capacity);
            foldedPaths = Arrays.copyOf(foldedPaths, capacity);
            lengths = Arrays.copyOf(lengths, capacity);
            titleLengths = Arrays.copyOf(titleLengths, capacity);
        }
        documentTerms.read(path, view, properties);
        String folded = PathRules.folded(path);
        try {
            documentTerms.batch().addTo(terms, postings, count);
            paths[count] = path;
            foldedPaths[count] = folded.equals(path) ? path : folded;
            lengths[count] = documentTerms.length();
            titleLengths[count] = documentTerms.titleLength();
            totalLength += lengths[count];
            alive++;
            numbers.put(path, count);
        } finally {
            // After a failure too: there may be postings with this number.
            count++;
        }
    }

    /** Removes a document, if the shard contains it. */
    void remove(String path) {
        Integer document = numbers.remove(path);
        if (document == null) {
            return;
        }
        paths[document] = null;
        foldedPaths[document] = null;
        totalLength -= lengths[document];
        alive--;
    }

    /** Returns true if removed documents take up much of the memory. */
    boolean needsCompaction() {
        int removed = count - alive;
        return removed > MIN_REMOVED && removed > alive / 2;
    }

    /** Drops the postings of removed documents and the terms that only they have. Documents get other numbers. */
    void compact() {
        int[] renumbered = new int[count];
        int next = 0;
        for (int document = 0; document < count; document++) {
            String path = paths[document];
            renumbered[document] = path == null ? -1 : next;
            if (path != null) {
                numbers.put(path, next);
                paths[next] = path;
                foldedPaths[next] = foldedPaths[document];
                lengths[next] = lengths[document];
                titleLengths[next++] = titleLengths[document];
            }
        }
        Arrays.fill(paths, next, count, null);
        Arrays.fill(foldedPaths, next, count, null);
        count = next;
        var newTerms = new Terms();
        var newPostings = new Postings();
        for (int term = 0; term < terms.count(); term++) {
            copy(term, renumbered, newTerms, newPostings);
        }
        terms = newTerms;
        postings = newPostings;
        terms.sort();
    }

    private void copy(int term, int[] renumbered, Terms newTerms, Postings newPostings) {
        char[] characters = terms.copyOf(term);
        long hash = WordScanner.hash(characters, characters.length);
        int added = -1;
        Postings.Cursor old = postings.of(term);
        while (old.next()) {
            int document = renumbered[old.document];
            if (document >= 0) {
                if (added < 0) {
                    added = newTerms.findOrAdd(characters, 0, characters.length, hash);
                }
                newPostings.add(added, document, old.weight);
            }
        }
    }

    /** Returns the documents that contain a term, possibly including removed ones. */
    BitSet documentsWith(String term) {
        var found = new BitSet(count);
        char[] characters = term.toCharArray();
        int known = terms.find(WordScanner.hash(characters, characters.length));
        if (known >= 0) {
            postings.addDocuments(known, found);
        }
        return found;
    }

    /** Returns the documents that contain a term with a prefix, possibly including removed ones. */
    BitSet documentsWithPrefix(String prefix) {
        var found = new BitSet(count);
        terms.withPrefix(prefix.toCharArray(), prefix.length(), term -> postings.addDocuments(term, found));
        return found;
    }

    long sizeInBytes() {
        return terms.sizeInBytes() + postings.sizeInBytes() + paths.length * 16L;
    }
}
