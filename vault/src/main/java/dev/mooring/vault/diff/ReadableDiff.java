package dev.mooring.vault.diff;

import dev.mooring.vault.diff.Sentences.Sentence;
import java.util.ArrayList;
import java.util.List;

/**
 * Compares texts so that a person can read the changes. A few changed words are shown as such. Where old and new words
 * alternate, the whole sentence is one change, and where most sentences of a paragraph are changed, the whole paragraph is.
 */
public final class ReadableDiff {

    /** A sentence with this many changes is hard to read, however short they are. */
    private static final int MANY_HUNKS = 6;

    /** With fewer changes the words are always shown. */
    private static final int FEW_HUNKS = 2;

    /** The share of changed text from which several changes are a rewrite. */
    private static final double REWRITTEN = 0.4;

    private final String before;
    private final Sentences sentences;

    private ReadableDiff(String before) {
        this.before = before;
        this.sentences = Sentences.of(before);
    }

    /** Returns the changes in ascending order. */
    public static List<Hunk> between(String before, String after) {
        List<Hunk> hunks = WordDiff.between(before, after);
        return hunks.size() <= FEW_HUNKS || before.isBlank() ? hunks : new ReadableDiff(before).cleaned(hunks);
    }

    /**
     * Changes that touch the same sentences.
     *
     * @param first the index of the first sentence
     * @param last the index of the last sentence
     * @param isRewrite whether the sentences read better as a whole
     */
    private record Cluster(int first, int last, List<Hunk> hunks, boolean isRewrite) {}

    private List<Hunk> cleaned(List<Hunk> hunks) {
        List<Cluster> clusters = new ArrayList<>();
        for (Cluster cluster : clusters(hunks)) {
            clusters.add(isRewrite(cluster) ? rewritten(cluster) : cluster);
        }
        return paragraphs(clusters).stream()
                .flatMap(cluster -> cluster.hunks.stream())
                .toList();
    }

    private List<Cluster> clusters(List<Hunk> hunks) {
        List<Cluster> clusters = new ArrayList<>();
        for (Hunk hunk : hunks) {
            int first = Math.max(sentences.at(hunk.start()), 0);
            int last = Math.max(sentences.at(Math.max(hunk.start(), hunk.end() - 1)), first);
            boolean joins = !clusters.isEmpty() && first <= clusters.getLast().last && !addsSentence(hunk, first);
            if (joins) {
                Cluster before = clusters.removeLast();
                List<Hunk> both = new ArrayList<>(before.hunks);
                both.add(hunk);
                clusters.add(new Cluster(before.first, Math.max(before.last, last), both, false));
            } else {
                // A new sentence does not belong to the one that it precedes.
                int end = addsSentence(hunk, first) ? first - 1 : last;
                clusters.add(new Cluster(first, end, List.of(hunk), false));
            }
        }
        return clusters;
    }

    private boolean addsSentence(Hunk hunk, int sentence) {
        return hunk.start() == hunk.end()
                && hunk.start() == sentences.all().get(sentence).start();
    }

    private boolean isRewrite(Cluster cluster) {
        int count = cluster.hunks.size();
        if (count <= FEW_HUNKS || cluster.last < cluster.first) {
            return false;
        }
        return count >= MANY_HUNKS || changedShare(cluster) >= REWRITTEN;
    }

    private double changedShare(Cluster cluster) {
        int changed = 0;
        int growth = 0;
        for (Hunk hunk : cluster.hunks) {
            int deleted = hunk.end() - hunk.start();
            changed += Math.max(deleted, hunk.replacement().length());
            growth += hunk.replacement().length() - deleted;
        }
        int length = sentences.all().get(cluster.last).end()
                - sentences.all().get(cluster.first).start();
        return (double) changed / Math.max(1, Math.max(length, length + growth));
    }

    private Cluster rewritten(Cluster cluster) {
        Sentence first = sentences.all().get(cluster.first);
        Sentence last = sentences.all().get(cluster.last);
        return new Cluster(
                cluster.first, cluster.last, List.of(merged(cluster.hunks, first.start(), last.end())), true);
    }

    /** Returns the changes as one that covers at least the given range. */
    private Hunk merged(List<Hunk> hunks, int from, int to) {
        int start = Math.min(from, hunks.getFirst().start());
        int end = Math.max(to, hunks.getLast().end());
        var replacement = new StringBuilder();
        int at = start;
        for (Hunk hunk : hunks) {
            replacement.append(before, at, hunk.start()).append(hunk.replacement());
            at = hunk.end();
        }
        return new Hunk(start, end, replacement.append(before, at, end).toString());
    }

    /** Joins rewritten sentences of one paragraph, and takes the whole paragraph if most of its sentences are changed. */
    private List<Cluster> paragraphs(List<Cluster> clusters) {
        List<Cluster> joined = new ArrayList<>();
        int from = 0;
        while (from < clusters.size()) {
            int to = from + 1;
            while (to < clusters.size() && paragraph(clusters.get(to)) == paragraph(clusters.get(from))) {
                to++;
            }
            joined.addAll(paragraph(clusters.subList(from, to)));
            from = to;
        }
        return joined;
    }

    private int paragraph(Cluster cluster) {
        return sentences.all().get(cluster.first).paragraph();
    }

    private List<Cluster> paragraph(List<Cluster> clusters) {
        int paragraph = paragraph(clusters.getFirst());
        List<Sentence> own = sentences.all().stream()
                .filter(it -> it.paragraph() == paragraph)
                .toList();
        int rewritten = clusters.stream()
                .filter(cluster -> cluster.isRewrite)
                .mapToInt(cluster -> cluster.last - cluster.first + 1)
                .sum();
        if (clusters.size() > 1 && rewritten > 1 && rewritten * 2 > own.size()) {
            List<Hunk> all =
                    clusters.stream().flatMap(cluster -> cluster.hunks.stream()).toList();
            Hunk whole = merged(all, own.getFirst().start(), own.getLast().end());
            return List.of(new Cluster(clusters.getFirst().first, clusters.getLast().last, List.of(whole), true));
        }
        return joinedNeighbours(clusters);
    }

    private List<Cluster> joinedNeighbours(List<Cluster> clusters) {
        List<Cluster> joined = new ArrayList<>();
        for (Cluster cluster : clusters) {
            boolean continues = !joined.isEmpty()
                    && cluster.isRewrite
                    && joined.getLast().isRewrite
                    && joined.getLast().last + 1 == cluster.first;
            if (continues) {
                Cluster last = joined.removeLast();
                Hunk both = merged(
                        List.of(last.hunks.getFirst(), cluster.hunks.getFirst()),
                        last.hunks.getFirst().start(),
                        cluster.hunks.getFirst().end());
                joined.add(new Cluster(last.first, cluster.last, List.of(both), true));
            } else {
                joined.add(cluster);
            }
        }
        return joined;
    }
}
