package dev.mooring.vault.documents;

import dev.mooring.vault.files.PathRules;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** Finds paths that resemble a path that does not exist. */
final class SimilarPaths {

    private static final double MIN_SIMILARITY = 0.5;

    private SimilarPaths() {}

    /** Returns the most similar paths, best first, at most {@code limit}. */
    static List<String> find(String missing, Collection<String> paths, int limit) {
        record Scored(String path, double score) {}
        String target = normalized(missing);
        return paths.stream()
                .map(path -> new Scored(path, score(target, normalized(path))))
                .filter(scored -> scored.score >= MIN_SIMILARITY)
                .sorted(Comparator.comparingDouble((Scored scored) -> -scored.score)
                        .thenComparing(Scored::path))
                .limit(limit)
                .map(Scored::path)
                .toList();
    }

    /** Rates the similarity of two paths from 0 to 1. The same name in another folder scores almost 1. */
    private static double score(String target, String path) {
        String targetName = target.substring(target.lastIndexOf('/') + 1);
        String name = path.substring(path.lastIndexOf('/') + 1);
        double byPath = similarity(target, path);
        double byName = 0.9 * similarity(targetName, name) + 0.1 * byPath;
        boolean isPartOfName = targetName.length() >= 3 && name.contains(targetName);
        return Math.max(Math.max(byPath, byName), isPartOfName ? 0.6 : 0);
    }

    private static String normalized(String path) {
        return PathRules.withoutExtension(path.toLowerCase(Locale.ROOT));
    }

    private static double similarity(String a, String b) {
        int longer = Math.max(a.length(), b.length());
        int difference = Math.abs(a.length() - b.length());
        if (longer == 0 || difference > longer * (1 - MIN_SIMILARITY)) {
            return 0;
        }
        return 1 - (double) distance(a, b) / longer;
    }

    /** Computes the Levenshtein distance. */
    private static int distance(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int above = row[j];
                int substituted = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                row[j] = Math.min(substituted, Math.min(above, row[j - 1]) + 1);
                diagonal = above;
            }
        }
        return row[b.length()];
    }
}
