package dev.mooring.vault.diff;

import dev.mooring.vault.diff.Sentences.Sentence;
import java.util.ArrayList;
import java.util.List;

/**
 * Compares texts so that a person can read the changes. A few changed words are shown as such. Where old and new words
 * alternate, the whole sentence is one change. Where a large share of a paragraph changes, the paragraph is one change.
 */
public final class ReadableDiff {

    /** A sentence with this many changes is hard to read, however short they are. */
    private static final int MANY_HUNKS = 6;

    /** With this many changes or fewer in a sentence, the words are always shown. */
    private static final int FEW_HUNKS = 2;

    /** With this many changes or more, a paragraph can be a rewrite. */
    private static final int PARAGRAPH_HUNKS = 5;

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
     * @param last the index of the last sentence; smaller than {@code first} for a new sentence
     * @param words the changed words
     * @param hunks the changes to show: the changed words, or one change of the whole sentences
     */
    private record Cluster(int first, int last, List<Hunk> words, List<Hunk> hunks) {

        boolean isRewrite() {
            return hunks.size() < words.size();
        }
    }

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
                clusters.add(new Cluster(before.first, Math.max(before.last, last), both, both));
            } else {
                // A new sentence does not belong to the one that it precedes.
                int end = addsSentence(hunk, first) ? first - 1 : last;
                clusters.add(new Cluster(first, end, List.of(hunk), List.of(hunk)));
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
        return count >= MANY_HUNKS
                || changedShare(cluster.words, sentences.all().subList(cluster.first, cluster.last + 1)) >= REWRITTEN;
    }

    private static double changedShare(List<Hunk> words, List<Sentence> touched) {
        int changed = 0;
        int growth = 0;
        for (Hunk hunk : words) {
            int deleted = hunk.end() - hunk.start();
            changed += Math.max(deleted, hunk.replacement().length());
            growth += hunk.replacement().length() - deleted;
        }
        int length = touched.getLast().end() - touched.getFirst().start();
        return (double) changed / Math.max(1, Math.max(length, length + growth));
    }

    private Cluster rewritten(Cluster cluster) {
        Sentence first = sentences.all().get(cluster.first);
        Sentence last = sentences.all().get(cluster.last);
        Hunk whole = merged(cluster.hunks, first.start(), last.end());
        return new Cluster(cluster.first, cluster.last, cluster.words, List.of(whole));
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

    /** Joins adjacent rewritten sentences of a paragraph, or takes the whole paragraph if a large share of it changes. */
    private List<Cluster> paragraphs(List<Cluster> clusters) {
        List<Cluster> joined = new ArrayList<>();
        int from = 0;
        while (from < clusters.size()) {
            int to = from + 1;
            int last = lastParagraph(clusters.get(from));
            while (to < clusters.size() && paragraph(clusters.get(to).first) <= last) {
                last = Math.max(last, lastParagraph(clusters.get(to)));
                to++;
            }
            List<Cluster> together = clusters.subList(from, to);
            boolean isOneParagraph = paragraph(clusters.get(from).first) == last;
            joined.addAll(
                    isOneParagraph && isRewrittenParagraph(together, last)
                            ? List.of(wholeParagraph(together, last))
                            : joinedNeighbours(together));
            from = to;
        }
        return joined;
    }

    private int paragraph(int sentence) {
        return sentences.all().get(sentence).paragraph();
    }

    private int lastParagraph(Cluster cluster) {
        return paragraph(Math.max(cluster.first, cluster.last));
    }

    private List<Sentence> sentencesOf(int paragraph) {
        return sentences.all().stream()
                .filter(sentence -> sentence.paragraph() == paragraph)
                .toList();
    }

    private boolean isRewrittenParagraph(List<Cluster> clusters, int paragraph) {
        List<Hunk> words =
                clusters.stream().flatMap(cluster -> cluster.words.stream()).toList();
        return clusters.size() > 1
                && words.size() >= PARAGRAPH_HUNKS
                && changedShare(words, sentencesOf(paragraph)) >= REWRITTEN;
    }

    private Cluster wholeParagraph(List<Cluster> clusters, int paragraph) {
        List<Hunk> words =
                clusters.stream().flatMap(cluster -> cluster.words.stream()).toList();
        List<Sentence> own = sentencesOf(paragraph);
        Hunk whole = merged(words, own.getFirst().start(), own.getLast().end());
        return new Cluster(clusters.getFirst().first, clusters.getLast().last, words, List.of(whole));
    }

    private List<Cluster> joinedNeighbours(List<Cluster> clusters) {
        List<Cluster> joined = new ArrayList<>();
        for (Cluster cluster : clusters) {
            boolean continues = !joined.isEmpty()
                    && cluster.isRewrite()
                    && joined.getLast().isRewrite()
                    && joined.getLast().last + 1 == cluster.first
                    && lastParagraph(joined.getLast()) == paragraph(cluster.first);
            joined.add(continues ? both(joined.removeLast(), cluster) : cluster);
        }
        return joined;
    }

    private Cluster both(Cluster one, Cluster next) {
        List<Hunk> words = new ArrayList<>(one.words);
        words.addAll(next.words);
        Hunk whole = merged(
                List.of(one.hunks.getFirst(), next.hunks.getFirst()),
                one.hunks.getFirst().start(),
                next.hunks.getFirst().end());
        return new Cluster(one.first, next.last, words, List.of(whole));
    }
}
