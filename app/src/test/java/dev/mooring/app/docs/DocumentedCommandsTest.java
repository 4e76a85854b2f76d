package dev.mooring.app.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.app.docs.Pages.Block;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Runs every {@code console} block of the README and the documentation, and compares the output. In a block, {@code …} stands for
 * any text within a line, and alone on a line for any lines.
 */
@Tag("counterpart")
class DocumentedCommandsTest {
    private static final String PROMPT = "$ ";

    /** A command and its output in the page. */
    record Step(String command, List<String> shown) {
        boolean isPrintedBy(String output) {
            return expected().matcher(output.strip() + "\n").matches();
        }

        private Pattern expected() {
            return Pattern.compile(shown.stream()
                            .map(Step::expected)
                            .collect(Collectors.joining())
                            .strip() + "\\s*");
        }

        private static String expected(String line) {
            if (line.strip().equals("…")) {
                return "(?:.*\\R)*?";
            }
            return Pattern.compile("…")
                    .splitAsStream(line.stripTrailing())
                    .map(Pattern::quote)
                    .collect(Collectors.joining(".*", "", line.endsWith("…") ? ".*" : ""))
                    .concat("[ \\t]*(?:\\R|$)");
        }
    }

    static List<Block> blocks() {
        return Pages.blocks("console");
    }

    @ParameterizedTest
    @MethodSource("blocks")
    void commandPrintsWhatThePageShows(Block block, @TempDir Path folder) throws IOException {
        try (var console = new Console(folder)) {
            for (Step step : steps(block)) {
                String output = console.run(step.command(), step::isPrintedBy);
                assertThat(step.isPrintedBy(output))
                        .as(
                                "%s: $ %s%nshown:%n%s%nprinted:%n%s",
                                block, step.command(), String.join("\n", step.shown()), output)
                        .isTrue();
            }
        }
    }

    private static List<Step> steps(Block block) {
        var steps = new ArrayList<Step>();
        for (String line : block.lines()) {
            if (line.startsWith(PROMPT)) {
                steps.add(new Step(line.substring(PROMPT.length()), new ArrayList<>()));
            } else {
                steps.getLast().shown().add(line);
            }
        }
        return steps;
    }
}
