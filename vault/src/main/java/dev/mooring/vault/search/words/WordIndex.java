package dev.mooring.vault.search.words;

import dev.mooring.vault.search.automaton.RequiredText;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Lock;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/**
 * A full-text index of documents in memory. Thread-safe.
 *
 * <p>The index is split into shards, so that several threads can add documents at the same time. A document is in any one of
 * them. A query reads all shards under their read locks, so it sees a consistent state.
 */
public final class WordIndex {

    private static final int MAX_SHARDS = 8;

    private final List<Shard> shards = new ArrayList<>();
    private final Map<String, Shard> shardByPath = new ConcurrentHashMap<>();

    /** Creates an empty index. */
    public WordIndex() {
        int count = Math.clamp(Runtime.getRuntime().availableProcessors(), 2, MAX_SHARDS);
        for (int i = 0; i < count; i++) {
            shards.add(new Shard());
        }
    }

    /** A document that matches a query; a higher score is better. */
    public record Hit(String path, double score) {}

    /**
     * The result of a query.
     *
     * @param best the best hits, best first
     * @param total how many documents match
     * @param hasUnusedWords whether so many words begin with the last word of the query that rare ones were not used
     */
    public record Hits(List<Hit> best, int total, boolean hasUnusedWords) {}

    /**
     * Adds or replaces a document. Only one thread at a time changes the same document.
     *
     * @param view the accepted view
     * @param properties the values of each property in the front matter
     */
    public void put(String path, String view, Map<String, List<String>> properties) {
        Shard known = shardByPath.get(path);
        Shard shard = known == null ? lockShard() : known;
        if (known != null) {
            shard.lock.writeLock().lock();
        }
        try {
            shard.remove(path);
            shard.add(path, view, properties);
            shardByPath.put(path, shard);
            compactIfNeeded(shard);
        } finally {
            shard.lock.writeLock().unlock();
        }
    }

    private static void compactIfNeeded(Shard shard) {
        if (shard.needsCompaction()) {
            shard.compact();
        }
    }

    /** Returns a shard with its write lock held: if possible one that no other thread uses. */
    private Shard lockShard() {
        int first = (int) (Thread.currentThread().threadId() % shards.size());
        for (int i = 0; i < shards.size(); i++) {
            Shard shard = shards.get((first + i) % shards.size());
            if (shard.lock.writeLock().tryLock()) {
                return shard;
            }
        }
        Shard shard = shards.get(first);
        shard.lock.writeLock().lock();
        return shard;
    }

    /** Removes a document; does nothing if the index does not contain it. */
    public void remove(String path) {
        Shard shard = shardByPath.remove(path);
        if (shard != null) {
            locked(shard.lock.writeLock(), () -> {
                shard.remove(path);
                compactIfNeeded(shard);
                return path;
            });
        }
    }

    /** Prepares the index for fast queries, after many documents were added. */
    public void prepare() {
        for (Shard shard : shards) {
            boolean needsSorting =
                    locked(shard.lock.readLock(), () -> shard.terms().needsSorting());
            if (needsSorting) {
                locked(shard.lock.writeLock(), () -> {
                    shard.terms().sort();
                    return shard;
                });
            }
        }
    }

    /** Returns how many documents the index contains. */
    public int size() {
        return shardByPath.size();
    }

    /** Returns the approximate size of the index in memory. */
    public long sizeInBytes() {
        return shards.stream()
                .mapToLong(shard -> locked(shard.lock.readLock(), shard::sizeInBytes))
                .sum();
    }

    /**
     * Evaluates a query.
     *
     * @param under the folder to search, without a final {@code /}; empty for all documents
     * @param limit the most hits to return
     * @param scoreWithoutWords the score of a document for a query that has only filters
     */
    public Hits search(SearchQuery query, String under, int limit, ToDoubleFunction<String> scoreWithoutWords) {
        prepare();
        shards.forEach(shard -> shard.lock.readLock().lock());
        try {
            return new Ranking(query, under.isEmpty() ? "" : under + "/", limit, scoreWithoutWords).evaluate(shards);
        } finally {
            shards.forEach(shard -> shard.lock.readLock().unlock());
        }
    }

    /**
     * Returns the documents that may contain a required text; empty if all may. Other documents certainly do not contain it.
     */
    public Optional<Set<String>> candidates(RequiredText required) {
        prepare();
        Set<String> paths = new HashSet<>();
        for (Shard shard : shards) {
            boolean areAll = locked(shard.lock.readLock(), () -> {
                BitSet found = new Candidates(shard).find(required);
                if (found != null) {
                    found.stream()
                            .mapToObj(shard::path)
                            .filter(Objects::nonNull)
                            .forEach(paths::add);
                }
                return found == null;
            });
            if (areAll) {
                return Optional.empty();
            }
        }
        return Optional.of(paths);
    }

    private static <T> T locked(Lock held, Supplier<T> task) {
        held.lock();
        try {
            return task.get();
        } finally {
            held.unlock();
        }
    }
}
