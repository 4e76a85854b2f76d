package dev.mooring.vault.links;

import static dev.mooring.vault.files.PathRules.folded;
import static dev.mooring.vault.files.PathRules.withoutExtension;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Resolves link targets to documents by path, name or alias, ignoring case and Unicode normal form. The target of a link
 * depends only on the documents that share a {@link #keys key} with it. Not thread-safe.
 */
final class DocumentNames {

    /** Paths of documents by folded path without extension. */
    private final Map<String, Set<String>> byPath = new HashMap<>();

    /** Paths of documents by folded name without extension. */
    private final Map<String, Set<String>> byName = new HashMap<>();

    /** Paths of documents by folded alias. */
    private final Map<String, Set<String>> byAlias = new HashMap<>();

    void add(String path, List<String> aliases) {
        add(byPath, withoutExtension(folded(path)), path);
        add(byName, key(path), path);
        aliases.forEach(alias -> add(byAlias, folded(alias), path));
    }

    void remove(String path, List<String> aliases) {
        remove(byPath, withoutExtension(folded(path)), path);
        remove(byName, key(path), path);
        aliases.forEach(alias -> remove(byAlias, folded(alias), path));
    }

    /** Returns the last name of a path or link target, folded and without extension. */
    static String key(String path) {
        return withoutExtension(folded(path.substring(path.lastIndexOf('/') + 1)));
    }

    /** Returns the keys of all links that could resolve to a document with this path and these aliases. */
    static Set<String> keys(String path, List<String> aliases) {
        Set<String> keys = keys(aliases);
        keys.add(key(path));
        // A link to a.txt.md may be written as [[a.txt]], whose key is "a".
        keys.add(key(key(path)));
        return keys;
    }

    /** Returns the keys of all links that could resolve to a document with one of these aliases. */
    static Set<String> keys(List<String> aliases) {
        Set<String> keys = new HashSet<>();
        aliases.forEach(alias -> keys.add(key(alias)));
        return keys;
    }

    /** Resolves a target relative to the source's folder, then to the vault's root, then by name, then by alias. */
    LinkTarget resolve(String source, String target) {
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

    /** Returns the documents at a path with or without extension. */
    private Set<String> at(String foldedPath) {
        Set<String> found = byPath.getOrDefault(foldedPath, Set.of());
        String plain = withoutExtension(foldedPath);
        if (plain.equals(foldedPath)) {
            return found;
        }
        Set<String> all = new HashSet<>(found);
        for (String candidate : byPath.getOrDefault(plain, Set.of())) {
            if (folded(candidate).equals(foldedPath)) {
                all.add(candidate);
            }
        }
        return all;
    }

    /** Returns the documents with this last name. If the target contains folders, the path must end with it. */
    private Set<String> named(String target) {
        if (target.startsWith("..")) {
            return Set.of();
        }
        Set<String> candidates = byName.getOrDefault(key(target), Set.of());
        boolean plainName = target.indexOf('/') < 0 && withoutExtension(target).equals(target);
        if (plainName || candidates.isEmpty()) {
            return candidates;
        }
        Set<String> matching = new HashSet<>();
        for (String candidate : candidates) {
            String path = "/" + folded(candidate);
            if (path.endsWith("/" + target) || withoutExtension(path).endsWith("/" + target)) {
                matching.add(candidate);
            }
        }
        return matching;
    }

    private static LinkTarget outcome(Set<String> found) {
        return switch (found.size()) {
            case 0 -> new LinkTarget.Unresolved();
            case 1 -> new LinkTarget.Resolved(found.iterator().next());
            default -> new LinkTarget.Ambiguous(found.stream().sorted().toList());
        };
    }

    /** Resolves {@code .} and {@code ..}; returns the empty path, which no document has, for a path outside the vault. */
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

    static void add(Map<String, Set<String>> map, String key, String path) {
        Set<String> known = map.get(key);
        if (known == null) {
            map.put(key, Set.of(path));
        } else if (!known.contains(path)) {
            // Most keys have one document. Only the other keys need a hash set.
            Set<String> grown = known.size() == 1 ? new HashSet<>(known) : known;
            grown.add(path);
            map.put(key, grown);
        }
    }

    static void remove(Map<String, Set<String>> map, String key, String path) {
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
}
