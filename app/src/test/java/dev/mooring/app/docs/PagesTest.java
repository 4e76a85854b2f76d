package dev.mooring.app.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.app.docs.Pages.Block;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks links and Java code in the pages. */
class PagesTest {
    private static final Pattern LINK = Pattern.compile("]\\(([^)#:]+)(?:#[^)]*)?\\)");

    static List<Path> pages() {
        return Pages.all();
    }

    static List<Block> javaBlocks() {
        return Pages.blocks("java");
    }

    @ParameterizedTest
    @MethodSource("pages")
    void linksPointToExistingFiles(Path page) throws IOException {
        Matcher link = LINK.matcher(Files.readString(page));
        while (link.find()) {
            assertThat(page.resolveSibling(link.group(1))).exists();
        }
    }

    @ParameterizedTest
    @MethodSource("javaBlocks")
    void javaBlocksAreCopiedFromTheExamples(Block block) throws IOException {
        try (Stream<Path> files = Files.walk(Pages.ROOT.resolve("examples/src/main/java"))) {
            String shown = String.join("\n", block.lines());
            assertThat(files.filter(Files::isRegularFile).map(PagesTest::text))
                    .as("%s is a part of an example", block)
                    .anyMatch(example -> example.contains(shown));
        }
    }

    private static String text(Path file) {
        return String.join("\n", Pages.lines(file));
    }
}
