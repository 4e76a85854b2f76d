package dev.mooring.vault.links;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The names that documents can be called by in links, without regard to case and composition. What a link means depends
 * on nothing but the documents that share a {@link #keys key} with it.
 */
final class DocumentNames {

    private static final List<String> EXTENSIONS = List.of("", ".md", ".markdown", ".txt");

    /** Folded path, folded name without extension, and folded alias, each to the documents that have it. */
    private final Map<String, Set<String>> byPath = new HashMap<>();

    private final Map<String, Set<String>> byName = new HashMap<>();
    private final Map<String, Set<String>> byAlias = new HashMap<>();

    void add(String path, List<String> aliases) {
        add(byPath, folded(path), path);
        add(byName, key(path), path);
        aliases.forEach(alias -> add(byAlias, folded(alias), path));
    }

    void remove(String path, List<String> aliases) {
        remove(byPath, folded(path), path);
        remove(byName, key(path), path);
        aliases.forEach(alias -> remove(byAlias, folded(alias), path));
    }

    /** The last name of a path or a link's target, folded and without extension. */
    static String key(String path) {
        return withoutExtension(folded(path.substring(path.lastIndexOf('/') + 1)));
    }

    /** The keys of all links that could mean a document of this path with these aliases. */
    static Set<String> keys(String path, List<String> aliases) {
        Set<String> keys = new TreeSet<>();
        keys.add(key(path));
        // A link may leave out the extension of a name that looks as if it had another one: a.txt.md.
        keys.add(key(key(path)));
        aliases.forEach(alias -> keys.add(key(alias)));
        return keys;
    }

    /** Beside the source, then from the vault's root, then by name, then by alias. */
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
        Set<String> candidates = byName.getOrDefault(key(target), Set.of());
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

    static void add(Map<String, Set<String>> map, String key, String path) {
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
