package dev.mooring.bench.vault;

import java.util.Random;

/** Generates realistic Markdown: headings, lists, tables, code, links and some suggestions. */
final class DocumentWriter {
    private static final String MARK = "{\"author\":\"Claude\",\"time\":1794781967}@@";

    private final Vocabulary words;
    private final GeneratedVault vault;
    private final Random random;
    private final StringBuilder text = new StringBuilder();

    DocumentWriter(Vocabulary words, GeneratedVault vault, long seed) {
        this.words = words;
        this.vault = vault;
        this.random = new Random(seed);
    }

    /** Generates a document of at least the given size. */
    String write(int number, int size) {
        if (random.nextInt(10) < 6) {
            text.append("---\ntags: [").append(word()).append(", ").append(word());
            text.append("]\naliases: [Note ").append(number).append("]\ncreated: 20");
            text.append(10 + random.nextInt(16))
                    .append("-0")
                    .append(1 + random.nextInt(9))
                    .append("-1");
            text.append(random.nextInt(10)).append("\n---\n");
        }
        text.append("# ");
        sentence(4);
        while (text.length() < size) {
            block();
        }
        return text.toString();
    }

    /** Generates the given number of lines of prose. */
    String writeLines(int lines) {
        for (int i = 0; i < lines; i++) {
            sentence(8);
        }
        return text.toString();
    }

    private void block() {
        text.append('\n');
        switch (random.nextInt(12)) {
            case 0 -> {
                text.append("## ");
                sentence(4);
            }
            case 1, 2 -> {
                for (int i = 0; i < 3 + random.nextInt(4); i++) {
                    text.append("- ");
                    sentence(7);
                }
            }
            case 3 -> {
                text.append("| ").append(word()).append(" | ").append(word()).append(" |\n|---|---|\n");
                for (int i = 0; i < 3; i++) {
                    text.append("| ")
                            .append(word())
                            .append(" | ")
                            .append(random.nextInt(1_000))
                            .append(" |\n");
                }
            }
            case 4 -> {
                text.append("```\n").append(word()).append("(").append(word()).append(", ");
                text.append(random.nextInt(100)).append(");\n```\n");
            }
            default -> {
                for (int i = 0; i < 2 + random.nextInt(5); i++) {
                    sentence(12);
                }
            }
        }
    }

    private void sentence(int about) {
        int length = about / 2 + random.nextInt(about);
        for (int i = 0; i <= length; i++) {
            text.append(i == 0 ? "" : " ");
            switch (random.nextInt(400)) {
                case 0, 1 -> link();
                case 2 -> text.append('`').append(word()).append('`');
                case 3 -> text.append("“").append(word()).append("” —");
                case 4 -> suggestion();
                case 5 ->
                    text.append("https://example.com/")
                            .append(word())
                            .append('/')
                            .append(random.nextInt(9_999));
                default -> text.append(word());
            }
        }
        text.append(".\n");
    }

    /** Chooses a link target. Some documents have very many backlinks. */
    private void link() {
        String target = vault.nameOf(words.rank(random, vault.documents()));
        switch (random.nextInt(4)) {
            case 0 ->
                text.append("[").append(word()).append("](").append(target).append(".md)");
            case 1 ->
                text.append("[[").append(target).append('|').append(word()).append("]]");
            default -> text.append("[[").append(target).append("]]");
        }
    }

    /** Adds a suggestion to about one document in five. */
    private void suggestion() {
        if (random.nextInt(20) == 0) {
            text.append("{--")
                    .append(MARK)
                    .append(word())
                    .append("--}{++")
                    .append(MARK)
                    .append(word())
                    .append("++}");
        } else {
            text.append(word());
        }
    }

    private String word() {
        return words.any(random);
    }
}
