package dev.mooring.vault.documents;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** Finds paths that somebody may have meant. */
final class SimilarPaths {

    private static final double ENOUGH = 0.5;

    private SimilarPaths() {}

    static List<String> to(String wanted, Collection<String> paths, int most) {
        record Scored(String path, double score) {}
        String plain = plain(wanted);
        return paths.stream()
                .map(path -> new Scored(path, score(plain, plain(path))))
                .filter(scored -> scored.score >= ENOUGH)
                .sorted(Comparator.comparingDouble((Scored scored) -> -scored.score)
                        .thenComparing(Scored::path))
                .limit(most)
                .map(Scored::path)
                .toList();
    }

    /** How alike two paths are from 0 to 1; the same name in another folder is nearly the same. */
    private static double score(String wanted, String path) {
        String wantedName = wanted.substring(wanted.lastIndexOf('/') + 1);
        String name = path.substring(path.lastIndexOf('/') + 1);
        double whole = likeness(wanted, path);
        double byName = 0.9 * likeness(wantedName, name) + 0.1 * whole;
        boolean part = wantedName.length() >= 3 && name.contains(wantedName);
        return Math.max(Math.max(whole, byName), part ? 0.6 : 0);
    }

    private static String plain(String path) {
        return path.toLowerCase(Locale.ROOT).replaceAll("\\.(md|markdown|txt)$", "");
    }

    private static double likeness(String a, String b) {
        int longer = Math.max(a.length(), b.length());
        int difference = Math.abs(a.length() - b.length());
        if (longer == 0 || difference > longer * (1 - ENOUGH)) {
            return 0;
        }
        return 1 - (double) distance(a, b) / longer;
    }

    /** Levenshtein's. */
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
