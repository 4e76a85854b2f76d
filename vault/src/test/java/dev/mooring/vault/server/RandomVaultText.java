package dev.mooring.vault.server;

import java.util.List;
import java.util.Random;

/** Random Markdown with marks of all kinds, and random changes to it. */
final class RandomVaultText {

    private static final List<String> WORDS = List.of(
            "alpha",
            "beta",
            "gamma",
            "delta",
            "don't",
            "naïve",
            "e\u0301te\u0301",
            "👩\u200d👩\u200d👧",
            "🇩🇪",
            "漢字",
            "שלום",
            "[[Note]]",
            "[[a b|c]]",
            "![[pic]]",
            "[text](to.md)",
            "https://x.org/a?b=c",
            "$1",
            "\\n",
            "1,000",
            "a_b",
            "*bold*",
            "--",
            "the",
            "of",
            "and",
            "to",
            "is",
            "one",
            "two",
            "three");

    private static final List<String> CODE = List.of("`code x`", "``a ` b``", "`n--`", "`{y}`");

    /** Pieces of delimiters, which never form a mark by themselves. */
    private static final List<String> NOISE =
            List.of("x--}", "{y", "{++", "--}", "~>", "@@", "{}", "<<}", "{~~", "==}");

    /** Signatures of marks in documents. The last ones are by a person. */
    private static final List<String> SIGNATURES = List.of(
            "{\"author\":\"Ann\",\"time\":5}@@",
            "{\"author\":\"Ann\",\"timestamp\":7000}@@",
            "{\"author\":\"Ann\",\"time\":5,\"g\":\"aa\"}@@",
            "{\"author\":\"Bob\"}@@",
            "{\"author\":\"Bob\",\"g\":\"aa\",\"done\":true}@@",
            "{\"author\":\"Ada\",\"time\":6,\"person\":true}@@",
            "",
            "");

    private final Random random;
    private final CriticParser parser;
    private final String lineEnd;
    private final boolean noisy;
    private int marks;

    RandomVaultText(Random random, CriticParser parser) {
        this.random = random;
        this.parser = parser;
        this.lineEnd = random.nextInt(4) == 0 ? "\r\n" : "\n";
        this.noisy = random.nextInt(3) == 0;
    }

    private <T> T any(List<T> items) {
        return items.get(random.nextInt(items.size()));
    }

    boolean oneIn(int n) {
        return random.nextInt(n) == 0;
    }

    /** Returns a document. Its plain marks are declared to the parser. */
    String document() {
        var out = new StringBuilder(oneIn(8) ? "\uFEFF" : "");
        frontMatter(out);
        for (int i = random.nextInt(7); i >= 0; i--) {
            block(out);
            out.append(oneIn(3) ? "" : oneIn(10) ? "\n" : lineEnd);
        }
        if (oneIn(4)) {
            out.append(words(3));
        }
        return oneIn(30) ? "" : out.toString();
    }

    /** Returns the content of a new document, without marks. */
    String newDocument() {
        var out = new StringBuilder();
        frontMatter(out);
        for (int i = random.nextInt(3); i >= 0; i--) {
            line(out, (oneIn(3) ? "# " : "") + words(6));
            if (oneIn(4)) {
                line(out, "```");
                line(out, "x = {y} " + words(2));
                line(out, "```");
            }
        }
        return out.toString();
    }

    private void frontMatter(StringBuilder out) {
        if (oneIn(4)) {
            line(out, "---");
            line(out, "title: \"Some plain title\"");
            line(out, "aliases: [one, two]");
            line(out, "---");
        }
    }

    private void block(StringBuilder out) {
        switch (random.nextInt(10)) {
            case 0 -> {
                line(out, "```" + (oneIn(2) ? "js" : ""));
                line(out, "while(n){--n;} {++literal" + ++marks + "++} " + words(2));
                line(out, words(2) + (oneIn(2) ? " " + signedMark() : "") + " {==lit" + ++marks + "==}");
                line(out, "```");
            }
            case 1 -> {
                line(out, "- " + words(3));
                line(out, "- " + words(2) + " " + mark());
            }
            case 2 -> {
                line(out, "| " + words(1) + " | " + words(2) + " |");
                line(out, "|---|---|");
                line(out, "| " + words(1) + " | " + mark() + " |");
            }
            case 3 -> line(out, "# " + words(2));
            case 4 -> line(out, words(2) + " `{++literal" + ++marks + "++}` " + words(2));
            case 5 -> line(out, "> " + words(4) + mark());
            case 6 -> line(out, plainWords(2) + mark() + mark() + plainWords(2));
            case 7 -> line(out, words(3) + " " + mark() + " " + words(3) + " " + mark());
            default -> line(out, words(8));
        }
    }

    private String mark() {
        String signature = any(SIGNATURES);
        String mark = mark(signature);
        if (signature.isEmpty()) {
            parser.addPlainMark(mark);
        }
        return mark;
    }

    private String signedMark() {
        return mark(SIGNATURES.getFirst());
    }

    private String mark(String signature) {
        String text = plainWords(2) + " m" + ++marks + (oneIn(8) ? lineEnd + plainWords(1) : "");
        return switch (random.nextInt(7)) {
            case 0, 1 -> "{++" + signature + text + "++}";
            case 2 -> "{--" + signature + text + "--}";
            case 3 -> "{~~" + signature + text + "~>" + plainWords(2) + "~~}";
            case 4 -> "{==" + signature + text + "==}";
            default -> "{>>" + signature + text + "<<}";
        };
    }

    private String plainWords(int atMost) {
        var out = new StringBuilder();
        for (int i = random.nextInt(atMost); i >= 0; i--) {
            out.append(any(WORDS)).append(i > 0 ? " " : "");
        }
        return out.toString();
    }

    String words(int atMost) {
        var out = new StringBuilder();
        for (int i = random.nextInt(atMost); i >= 0; i--) {
            out.append(oneIn(12) ? any(CODE) : noisy && oneIn(6) ? any(NOISE) : any(WORDS))
                    .append(i > 0 ? " " : "");
        }
        return out.toString();
    }

    private void line(StringBuilder out, String text) {
        out.append(text).append(lineEnd);
    }

    /** Returns a part of the text that an assistant might replace: mostly one that occurs once. */
    String part(String view) {
        if (view.isEmpty()) {
            return "";
        }
        boolean inBody = view.startsWith("---\n") && !oneIn(6);
        int bodyStart = inBody ? view.indexOf("\n---\n") + 5 : 0;
        int start = Math.min(view.length() - 1, bodyStart + random.nextInt(view.length() - bodyStart + 1));
        int end = Math.min(view.length(), start + 1 + random.nextInt(oneIn(5) ? 80 : 15));
        while (end < view.length() && !oneIn(20) && view.indexOf(view.substring(start, end)) != start) {
            end++;
        }
        // Callers send valid Unicode, so surrogate pairs stay whole.
        int from = start > 0 && Character.isLowSurrogate(view.charAt(start)) ? start - 1 : start;
        int to = end < view.length() && Character.isLowSurrogate(view.charAt(end)) ? end + 1 : end;
        return view.substring(from, to);
    }

    /** Returns a value of a property, as YAML. */
    String value() {
        return any(List.of(
                "draft",
                "New title",
                "\"quoted: 'x'\"",
                "'it''s'",
                "[a, b]",
                "[]",
                "12",
                "1.5",
                "true",
                "yes",
                "2024-01-05",
                "12:30",
                "naïve 👩",
                "\"[[Note]]\"",
                "x # comment",
                "{a: 1}",
                "\"a\\nb\"",
                "{++y++}",
                ""));
    }

    /** Returns another text to put in place of a part. */
    String changed(String part) {
        int half = part.offsetByCodePoints(0, part.codePointCount(0, part.length()) / 2);
        return switch (random.nextInt(12)) {
            case 0 -> "";
            case 1, 2 -> words(3);
            case 3 -> part + words(2);
            case 4 -> words(2) + "\n" + part;
            case 5 -> part.replace('a', 'o').replace("e", "") + words(1);
            case 6 -> part + "{>>" + plainWords(2) + " c" + random.nextInt(100) + "<<}";
            case 7 -> part.substring(0, half) + words(1) + part.substring(half);
            case 8 ->
                oneIn(2) ? "```\n" + part + "\n```\n" : part.replace("`", "").replace("]]", "]");
            case 9 -> part + any(List.of("++}", "{--", "--}{", "\r\n", "\n\n---\n", " | ", "`", "**"));
            default -> part.substring(0, half) + words(1);
        };
    }
}
