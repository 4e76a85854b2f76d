package dev.mooring.vault.links;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/**
 * Which document points to which. Links are kept as they are written and resolved when somebody asks, because a document
 * that comes, goes or is renamed changes what the links of others mean. Safe for use by many threads.
 */
public final class LinkIndex {

    private static final List<String> EXTENSIONS = List.of("", ".md", ".markdown", ".txt");
    private static final Pattern ATTACHMENT = Pattern.compile(
            ".*\\.(png|jpe?g|gif|svg|webp|bmp|avif|ico|pdf|mp3|wav|m4a|ogg|flac|mp4|webm|mov|mkv|canvas|base|zip|csv|"
                    + "json|ya?ml|html?|css|js|py|docx?|xlsx?|pptx?)",
            Pattern.CASE_INSENSITIVE);

    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    private final Map<String, Entry> documents = new HashMap<>();

    /** Folded path, folded name without extension, and folded alias, each to the documents that have it. */
    private final Map<String, Set<String>> byPath = new HashMap<>();

    private final Map<String, Set<String>> byName = new HashMap<>();
    private final Map<String, Set<String>> byAlias = new HashMap<>();

    /** The folded last name of a link's target, to the documents that hold such links. */
    private final Map<String, Set<String>> sources = new HashMap<>();

    private record Entry(List<Link> links, List<String> aliases) {}

    /** Adds a document or replaces what was known of it. */
    public void put(String path, List<Link> links, List<String> aliases) {
        locked(lock.writeLock(), () -> {
            drop(path);
            documents.put(path, new Entry(List.copyOf(links), List.copyOf(aliases)));
            add(byPath, folded(path), path);
            add(byName, nameKey(path), path);
            aliases.forEach(alias -> add(byAlias, folded(alias), path));
            links.forEach(link -> add(sources, nameKey(link.target()), path));
            return path;
        });
    }

    public void remove(String path) {
        locked(lock.writeLock(), () -> {
            drop(path);
            return path;
        });
    }

    private void drop(String path) {
        Entry entry = documents.remove(path);
        if (entry != null) {
            remove(byPath, folded(path), path);
            remove(byName, nameKey(path), path);
            entry.aliases.forEach(alias -> remove(byAlias, folded(alias), path));
            entry.links.forEach(link -> remove(sources, nameKey(link.target()), path));
        }
    }

    public DocumentLinks of(String path) {
        return locked(lock.readLock(), () -> linksOf(path));
    }

    private DocumentLinks linksOf(String path) {
        List<DocumentLinks.Forward> forward = new ArrayList<>();
        List<Link> unresolved = new ArrayList<>();
        List<DocumentLinks.Ambiguous> ambiguous = new ArrayList<>();
        Entry entry = documents.getOrDefault(path, new Entry(List.of(), List.of()));
        for (Link link : entry.links) {
            switch (resolve(path, link.target())) {
                case LinkTarget.Resolved(String target) -> forward.add(new DocumentLinks.Forward(target, link));
                case LinkTarget.Ambiguous(var candidates) ->
                    ambiguous.add(new DocumentLinks.Ambiguous(link, candidates));
                case LinkTarget.Unresolved _ -> {
                    // Attachments are no documents, so their links are neither here nor broken.
                    if (!ATTACHMENT.matcher(link.target()).matches()) {
                        unresolved.add(link);
                    }
                }
            }
        }
        forward.sort(Comparator.comparing(DocumentLinks.Forward::target)
                .thenComparingInt(found -> found.link().line()));
        return new DocumentLinks(backlinks(path, entry), forward, unresolved, ambiguous);
    }

    private List<DocumentLinks.Backlink> backlinks(String path, Entry entry) {
        Set<String> candidates = new TreeSet<>(sources.getOrDefault(nameKey(path), Set.of()));
        entry.aliases.forEach(alias -> candidates.addAll(sources.getOrDefault(nameKey(alias), Set.of())));
        List<DocumentLinks.Backlink> backlinks = new ArrayList<>();
        for (String source : candidates) {
            Entry from = documents.get(source);
            if (from == null || source.equals(path)) {
                continue;
            }
            for (Link link : from.links) {
                if (resolve(source, link.target()).equals(new LinkTarget.Resolved(path))) {
                    backlinks.add(new DocumentLinks.Backlink(source, link));
                }
            }
        }
        return backlinks;
    }

    /** Beside the source, then from the vault's root, then by name, then by alias. */
    private LinkTarget resolve(String source, String target) {
        boolean fromRoot = target.startsWith("/");
        String plain = folded(fromRoot ? target.substring(1) : target);
        int slash = source.lastIndexOf('/');
        if (!fromRoot && slash >= 0) {
            Set<String> beside = at(normalised(folded(source.substring(0, slash + 1)) + plain));
            if (!beside.isEmpty()) {
                return outcome(beside);
            }
        }
        Set<String> rooted = at(normalised(plain));
        if (!rooted.isEmpty() || fromRoot) {
            return outcome(rooted);
        }
        Set<String> named = named(plain);
        return outcome(named.isEmpty() ? byAlias.getOrDefault(plain, Set.of()) : named);
    }

    private Set<String> at(String foldedPath) {
        Set<String> found = Set.of();
        for (String extension : EXTENSIONS) {
            Set<String> there = byPath.getOrDefault(foldedPath + extension, Set.of());
            if (found.isEmpty()) {
                found = there;
            } else if (!there.isEmpty()) {
                found = new TreeSet<>(found);
                found.addAll(there);
            }
        }
        return found;
    }

    /** By the last name; a target with folders must be the end of the path. */
    private Set<String> named(String target) {
        if (target.startsWith("..")) {
            return Set.of();
        }
        Set<String> candidates = byName.getOrDefault(nameKey(target), Set.of());
        boolean plainName = target.indexOf('/') < 0 && withoutExtension(target).equals(target);
        if (plainName || candidates.isEmpty()) {
            return candidates;
        }
        Set<String> fitting = new TreeSet<>();
        for (String candidate : candidates) {
            String path = "/" + folded(candidate);
            if (EXTENSIONS.stream().anyMatch(extension -> path.endsWith("/" + target + extension))) {
                fitting.add(candidate);
            }
        }
        return fitting;
    }

    private static LinkTarget outcome(Set<String> found) {
        return switch (found.size()) {
            case 0 -> new LinkTarget.Unresolved();
            case 1 -> new LinkTarget.Resolved(found.iterator().next());
            default -> new LinkTarget.Ambiguous(found.stream().sorted().toList());
        };
    }

    /** Without {@code .} and {@code ..}; a path that leads out of the vault becomes one that nothing has. */
    private static String normalised(String path) {
        if (!path.contains("./") && !path.contains("//")) {
            return path;
        }
        List<String> names = new ArrayList<>();
        for (String name : path.split("/", -1)) {
            if (name.equals("..")) {
                if (names.isEmpty()) {
                    return "";
                }
                names.removeLast();
            } else if (!name.isEmpty() && !name.equals(".")) {
                names.add(name);
            }
        }
        return String.join("/", names);
    }

    private static String nameKey(String path) {
        return withoutExtension(folded(path.substring(path.lastIndexOf('/') + 1)));
    }

    private static String withoutExtension(String folded) {
        for (String extension : EXTENSIONS.subList(1, EXTENSIONS.size())) {
            if (folded.endsWith(extension)) {
                return folded.substring(0, folded.length() - extension.length());
            }
        }
        return folded;
    }

    private static String folded(String text) {
        String composed = Normalizer.isNormalized(text, Normalizer.Form.NFC)
                ? text
                : Normalizer.normalize(text, Normalizer.Form.NFC);
        return composed.toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT);
    }

    private static void add(Map<String, Set<String>> map, String key, String path) {
        Set<String> known = map.get(key);
        if (known == null) {
            map.put(key, Set.of(path));
        } else if (!known.contains(path)) {
            // Most keys have one document; only those with more pay for a tree.
            Set<String> grown = known.size() == 1 ? new TreeSet<>(known) : known;
            grown.add(path);
            map.put(key, grown);
        }
    }

    private static void remove(Map<String, Set<String>> map, String key, String path) {
        Set<String> known = map.get(key);
        if (known == null || !known.contains(path)) {
            return;
        }
        if (known.size() == 1) {
            map.remove(key);
        } else {
            known.remove(path);
            if (known.size() == 1) {
                map.put(key, Set.of(known.iterator().next()));
            }
        }
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
