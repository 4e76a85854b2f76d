package dev.mooring.vault.links;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * An index of the links between documents. Thread-safe.
 *
 * <p>The index keeps every link resolved in both directions, so that a query does not depend on the number of documents.
 * A change of a document's text resolves its own links again. A document that is added, removed or given another alias
 * also resolves the links of other documents that may refer to it. So {@link #deferred} defers all this until the
 * documents are added.
 */
public final class LinkIndex {

    /** The names of files that are neither documents nor attachments, so that the index never contains them. */
    private static final Pattern OTHER_FILE = Pattern.compile(
            ".*\\.(ico|pdf|mp3|wav|m4a|ogg|flac|mp4|webm|mov|mkv|zip|csv|json|ya?ml|html?|css|js|py|docx?|xlsx?|pptx?)",
            Pattern.CASE_INSENSITIVE);

    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    private final Map<String, Entry> documents = new HashMap<>();
    private final DocumentNames names = new DocumentNames();

    /** The paths of {@link #documents} that are attachments. */
    private final Set<String> attachments = new HashSet<>();

    /** Documents by the keys of their links' targets. */
    private final Map<String, Set<String>> sources = new HashMap<>();

    /** Links by target document, then by source document. */
    private final Map<String, TreeMap<String, List<Link>>> backlinks = new HashMap<>();

    /** False while links are not resolved. */
    private boolean isConnected = true;

    /** The links and aliases of a document. */
    private static final class Entry {
        static final Entry NONE = new Entry(List.of(), List.of());

        final List<Link> links;
        final List<String> aliases;

        /**
         * For each link, the other document that it leads to, or null if there is none. {@link #backlinks} contains the same
         * links by target. Changes with the names of other documents. Empty while the links are not resolved.
         */
        List<@Nullable String> targets = List.of();

        Entry(List<Link> links, List<String> aliases) {
            this.links = List.copyOf(links);
            this.aliases = List.copyOf(aliases);
        }
    }

    /**
     * Returns an index that does not resolve links until {@link #connect}. Until then, queries return no resolved links.
     */
    public static LinkIndex deferred() {
        var index = new LinkIndex();
        index.isConnected = false;
        return index;
    }

    /** Resolves all links of a deferred index. Idempotent. */
    public void connect() {
        lock.writeLock().lock();
        try {
            if (!isConnected) {
                isConnected = true;
                // The two halves change different maps.
                var sourcesAdded = CompletableFuture.runAsync(() -> documents.forEach(this::addSource));
                documents.forEach((path, entry) -> names.add(path, entry.aliases));
                sourcesAdded.join();
                documents.entrySet().parallelStream().forEach(each -> resolve(each.getKey(), each.getValue()));
                documents.forEach(this::addBacklinks);
            }
        } finally {
            lock.writeLock().unlock();
        }
    }

    /** Adds or replaces a document. */
    public void put(String path, List<Link> links, List<String> aliases) {
        var entry = new Entry(links, aliases);
        lock.writeLock().lock();
        try {
            Entry before = documents.put(path, entry);
            if (!isConnected) {
                return;
            }
            if (before != null) {
                disconnect(path, before);
                removeSource(path, before);
            }
            addSource(path, entry);
            putName(path, before, entry);
            connect(path, entry);
        } finally {
            lock.writeLock().unlock();
        }
    }

    private void addSource(String path, Entry entry) {
        for (Link link : entry.links) {
            DocumentNames.add(sources, DocumentNames.key(link.target()), path);
        }
    }

    private void putName(String path, @Nullable Entry before, Entry entry) {
        Set<String> keys;
        if (before == null) {
            keys = DocumentNames.keys(path, entry.aliases);
        } else if (before.aliases.equals(entry.aliases)) {
            return;
        } else {
            names.remove(path, before.aliases);
            keys = DocumentNames.keys(before.aliases);
            keys.addAll(DocumentNames.keys(entry.aliases));
        }
        names.add(path, entry.aliases);
        reconnect(path, keys);
    }

    /** Adds an attachment. A link can lead to it, but it contains no links. */
    public void putAttachment(String path) {
        put(path, List.of(), List.of());
        locked(lock.writeLock(), () -> attachments.add(path));
    }

    /** Removes a document or attachment; does nothing if the index does not contain it. */
    public void remove(String path) {
        locked(lock.writeLock(), () -> {
            attachments.remove(path);
            Entry before = documents.remove(path);
            if (before != null && isConnected) {
                disconnect(path, before);
                removeSource(path, before);
                names.remove(path, before.aliases);
                reconnect(path, DocumentNames.keys(path, before.aliases));
            }
            return path;
        });
    }

    private void removeSource(String path, Entry entry) {
        for (Link link : entry.links) {
            DocumentNames.remove(sources, DocumentNames.key(link.target()), path);
        }
    }

    private void connect(String source, Entry entry) {
        resolve(source, entry);
        addBacklinks(source, entry);
    }

    private void resolve(String source, Entry entry) {
        List<@Nullable String> targets = new ArrayList<>(entry.links.size());
        for (Link link : entry.links) {
            LinkTarget resolved = names.resolve(source, link.target());
            targets.add(
                    resolved instanceof LinkTarget.Resolved(String target) && !target.equals(source) ? target : null);
        }
        entry.targets = targets;
    }

    private void addBacklinks(String source, Entry entry) {
        for (int i = 0; i < entry.targets.size(); i++) {
            String target = entry.targets.get(i);
            if (target != null) {
                backlinks
                        .computeIfAbsent(target, _ -> new TreeMap<>())
                        .computeIfAbsent(source, _ -> new ArrayList<>(1))
                        .add(entry.links.get(i));
            }
        }
    }

    private void disconnect(String source, Entry entry) {
        for (String target : entry.targets) {
            if (target != null) {
                backlinks.computeIfPresent(target, (_, from) -> {
                    from.remove(source);
                    return from.isEmpty() ? null : from;
                });
            }
        }
        entry.targets = List.of();
    }

    /** Resolves the links of other documents with these keys again. */
    private void reconnect(String path, Set<String> keys) {
        Set<String> affected = new HashSet<>();
        for (String key : keys) {
            affected.addAll(sources.getOrDefault(key, Set.of()));
        }
        for (String source : affected) {
            Entry entry = documents.get(source);
            if (entry != null && !source.equals(path)) {
                disconnect(source, entry);
                connect(source, entry);
            }
        }
    }

    /** Returns the links from and to a document; empty lists for a path that is not in the index. */
    public DocumentLinks linksOf(String path) {
        return locked(lock.readLock(), () -> resolveLinks(path));
    }

    private DocumentLinks resolveLinks(String path) {
        List<DocumentLinks.Forward> forward = new ArrayList<>();
        List<DocumentLinks.Forward> attached = new ArrayList<>();
        List<Link> unresolved = new ArrayList<>();
        List<DocumentLinks.Ambiguous> ambiguous = new ArrayList<>();
        for (Link link : documents.getOrDefault(path, Entry.NONE).links) {
            switch (names.resolve(path, link.target())) {
                case LinkTarget.Resolved(String target) ->
                    (attachments.contains(target) ? attached : forward).add(new DocumentLinks.Forward(target, link));
                case LinkTarget.Ambiguous(var candidates) ->
                    ambiguous.add(new DocumentLinks.Ambiguous(link, candidates));
                case LinkTarget.Unresolved _ -> {
                    // The index does not contain such files, so it does not report the link as broken.
                    if (!OTHER_FILE.matcher(link.target()).matches()) {
                        unresolved.add(link);
                    }
                }
            }
        }
        Comparator<DocumentLinks.Forward> order = Comparator.comparing(DocumentLinks.Forward::target)
                .thenComparingInt(found -> found.link().line());
        forward.sort(order);
        attached.sort(order);
        return new DocumentLinks(backlinks(path), forward, attached, unresolved, ambiguous);
    }

    private List<DocumentLinks.Backlink> backlinks(String path) {
        List<DocumentLinks.Backlink> found = new ArrayList<>();
        backlinks
                .getOrDefault(path, new TreeMap<>())
                .forEach((source, links) -> links.forEach(link -> found.add(new DocumentLinks.Backlink(source, link))));
        return found;
    }

    /** Resolves a link of a document. */
    public LinkTarget resolve(String source, String target) {
        return locked(lock.readLock(), () -> names.resolve(source, target));
    }

    /** Returns the documents with links that may resolve to another document once a document has moved. */
    public Set<String> affectedByMove(String from, String to) {
        return locked(lock.readLock(), () -> {
            List<String> aliases = documents.getOrDefault(from, Entry.NONE).aliases;
            Set<String> affected = new HashSet<>();
            for (String path : List.of(from, to)) {
                DocumentNames.keys(path, aliases).forEach(key -> affected.addAll(sources.getOrDefault(key, Set.of())));
            }
            return affected;
        });
    }

    /**
     * Runs a task that resolves links as if a document had moved. The index is locked meanwhile.
     *
     * @param task receives a function that resolves a link, given its source document and its target
     */
    public <T> T asIfMoved(String from, String to, Function<BiFunction<String, String, LinkTarget>, T> task) {
        return locked(lock.writeLock(), () -> {
            List<String> aliases = documents.getOrDefault(from, Entry.NONE).aliases;
            names.remove(from, aliases);
            names.add(to, aliases);
            try {
                return task.apply(names::resolve);
            } finally {
                names.remove(to, aliases);
                names.add(from, aliases);
            }
        });
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
