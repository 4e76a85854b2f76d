package dev.mooring.app.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.app.docs.Pages.Block;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks links and Java code in the pages. */
class PagesTest {
    private static final Pattern LINK = Pattern.compile("]\\(([^)#:]*)(?:#([^)]*))?\\)");

    static List<Path> pages() {
        return Pages.all();
    }

    static List<Block> javaBlocks() {
        return Pages.blocks("java");
    }

    @ParameterizedTest
    @MethodSource("pages")
    void linksPointToExistingFilesAndHeadings(Path page) throws IOException {
        Matcher link = LINK.matcher(Files.readString(page));
        while (link.find()) {
            Path target = link.group(1).isEmpty() ? page : page.resolveSibling(link.group(1));
            assertThat(target).exists();
            if (link.group(2) != null) {
                assertThat(anchors(target)).as(link.group()).contains(link.group(2));
            }
        }
    }

    /** Returns the anchors of the headings of a page, as GitHub derives them. */
    private static List<String> anchors(Path page) {
        return Pages.lines(page).stream()
                .filter(line -> line.matches("#+ .*"))
                .map(line -> line.replaceFirst("#+ ", "")
                        .toLowerCase(Locale.ROOT)
                        .replaceAll("[^\\w\\- ]", "")
                        .replace(' ', '-'))
                .toList();
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
