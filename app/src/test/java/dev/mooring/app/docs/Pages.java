package dev.mooring.app.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The README, CONTRIBUTING and everything in {@code docs}. */
final class Pages {
    static final Path ROOT =
            Path.of(System.getProperty("mooring.root", "..")).toAbsolutePath().normalize();

    private Pages() {}

    static List<Path> all() {
        try (Stream<Path> docs = Files.list(ROOT.resolve("docs"))) {
            return Stream.concat(
                            Stream.of(ROOT.resolve("README.md"), ROOT.resolve("CONTRIBUTING.md")),
                            docs.filter(page -> page.toString().endsWith(".md")).sorted())
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A fenced block with its first line number. */
    record Block(Path page, int line, List<String> lines) {
        @Override
        public String toString() {
            return ROOT.relativize(page) + ":" + line;
        }
    }

    /** Returns all blocks of a language in all pages. */
    static List<Block> blocks(String language) {
        return all().stream().flatMap(page -> blocks(page, language).stream()).toList();
    }

    private static List<Block> blocks(Path page, String language) {
        var found = new ArrayList<Block>();
        List<String> lines = lines(page);
        for (int at = 0; at < lines.size(); at++) {
            if (!lines.get(at).startsWith("```")) {
                continue;
            }
            int end = at + 1;
            while (!lines.get(end).equals("```")) {
                end++;
            }
            if (lines.get(at).equals("```" + language)) {
                found.add(new Block(page, at + 1, lines.subList(at + 1, end)));
            }
            at = end;
        }
        return found;
    }

    static List<String> lines(Path page) {
        try {
            return Files.readAllLines(page);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
