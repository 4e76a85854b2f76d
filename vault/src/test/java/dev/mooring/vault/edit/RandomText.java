package dev.mooring.vault.edit;

import java.util.Random;

/** Random Markdown with everything that makes suggestions difficult. */
final class RandomText {

    private static final String[] WORDS = {
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
        "مرحبا",
        "[[Note]]",
        "[[a b|c]]",
        "![[pic]]",
        "[text](to.md)",
        "https://x.org/a?b=c",
        "`code x`",
        "``a ` b``",
        "x--}",
        "{y",
        "$1",
        "\\n",
        "1,000",
        "a_b",
        "*bold*",
        "{++",
        "--}",
        "~>",
        "@@",
        "{}",
        "<<}"
    };

    private final Random random;
    private final String lineEnd;

    RandomText(Random random) {
        this.random = random;
        this.lineEnd = random.nextInt(4) == 0 ? "\r\n" : "\n";
    }

    String document() {
        var out = new StringBuilder();
        if (random.nextInt(8) == 0) {
            out.append('\uFEFF');
        }
        if (random.nextInt(4) == 0) {
            line(out, "---");
            line(out, "title: Some 'plain' title");
            line(out, "aliases: [one, two]");
            line(out, "---");
        }
        for (int i = random.nextInt(8); i >= 0; i--) {
            block(out);
            if (random.nextInt(3) > 0) {
                out.append(random.nextInt(10) == 0 ? "\n" : lineEnd);
            }
        }
        return random.nextInt(20) == 0 ? "" : out.toString();
    }

    private void block(StringBuilder out) {
        switch (random.nextInt(8)) {
            case 0 -> {
                line(out, "```" + (random.nextBoolean() ? "js" : ""));
                line(out, "while(n){--n;} {++literal++} " + words(2));
                line(out, words(3));
                line(out, "```");
            }
            case 1 -> {
                line(out, "- " + words(3));
                line(out, "- " + words(2));
            }
            case 2 -> {
                line(out, "| " + words(1) + " | " + words(2) + " |");
                line(out, "| " + words(1) + " | " + words(1) + " |");
            }
            case 3 -> line(out, "# " + words(2));
            case 4 -> line(out, words(2) + " " + mark() + " " + words(2));
            default -> line(out, words(6));
        }
    }

    private String mark() {
        String meta = random.nextBoolean() ? "{\"author\":\"Ann\",\"time\":5}@@" : "";
        return switch (random.nextInt(6)) {
            case 0 -> "{++" + meta + "inserted text++}";
            case 1 -> "{--" + meta + "deleted text--}";
            case 2 -> "{~~" + meta + "old~>new~~}";
            case 3 -> "{==" + meta + "highlighted==}";
            case 4 -> "{>>" + meta + "a comment<<}";
            default -> "{--" + meta + "one--}{++" + meta + "two++}";
        };
    }

    String words(int atMost) {
        var out = new StringBuilder();
        for (int i = random.nextInt(atMost) + 1; i > 0; i--) {
            out.append(WORDS[random.nextInt(WORDS.length)]).append(i > 1 ? " " : "");
        }
        return out.toString();
    }

    private void line(StringBuilder out, String text) {
        out.append(text).append(lineEnd);
    }
}
