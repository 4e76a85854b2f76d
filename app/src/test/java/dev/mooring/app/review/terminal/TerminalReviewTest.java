package dev.mooring.app.review.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.app.MooringProcess;
import dev.mooring.app.terminal.PseudoTerminal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(180)
@Tag("process")
class TerminalReviewTest {
    private static final String RED = "\u001b[31m\u001b[9m";
    private static final String GREEN = "\u001b[1m\u001b[32m";

    @TempDir
    Path folder;

    @BeforeEach
    void write() throws IOException {
        Files.writeString(folder.resolve("a.md"), "Buy {--milk--}{++oat milk++} and {++rye ++}bread.\n");
        Files.writeString(
                folder.resolve("b.md"), "The {--{\"author\":\"Claude\",\"time\":1700000000}@@quick --}fox.\n");
    }

    private static String proposal(String group, String change) {
        return "{>>{\"author\":\"Claude\",\"time\":1700000000,\"g\":\"" + group + "\"," + change + "}@@proposal<<}\n";
    }

    private String text(String path) throws IOException {
        return Files.readString(folder.resolve(path));
    }

    @Nested
    class AtATerminal {
        @Test
        void suggestionIsShownInColourAndDecidedByOneKey() throws Exception {
            try (PseudoTerminal terminal = PseudoTerminal.run("review", folder.toString())) {
                terminal.shows("a.md:1")
                        .shows("Buy " + RED + "milk\u001b[0m" + GREEN + "oat milk\u001b[0m and ")
                        .press("a")
                        .shows("accepted")
                        .shows("rye ")
                        .press("r")
                        .shows("rejected")
                        .shows("Claude, ")
                        .press("?")
                        .shows("accept all of this document")
                        .press("s")
                        .shows("1 accepted, 1 rejected, 1 skipped.");

                assertThat(terminal.exitCode()).isZero();
            }
            assertThat(text("a.md")).isEqualTo("Buy oat milk and bread.\n");
            assertThat(text("b.md")).contains("quick ");
        }

        @Test
        void acceptedMoveIsReportedWithTheLinks() throws Exception {
            Files.writeString(folder.resolve("a.md"), proposal("m1", "\"move\":\"x/y.md\"") + "# A\n");
            Files.writeString(folder.resolve("b.md"), "See [[a]].\n");
            try (PseudoTerminal terminal = PseudoTerminal.run("review", folder.toString())) {
                terminal.shows("moves the document")
                        .shows("\n  # A")
                        .press("a")
                        .shows("accepted")
                        .shows("moved to x/y.md, links rewritten in 1 document");
            }
            assertThat(text("x/y.md")).isEqualTo("# A\n");
            assertThat(text("b.md")).isEqualTo("See [[y]].\n");
        }

        @Test
        void undoneSuggestionIsPendingAgain() throws Exception {
            String before = text("a.md");
            try (PseudoTerminal terminal = PseudoTerminal.run("review", folder.toString(), "--folder", "a.md")) {
                terminal.shows("oat milk")
                        .press("a")
                        .shows("accepted")
                        .shows("rye ")
                        .press("u");
                terminal.shows("undone: accepted a suggestion")
                        .shows("oat milk")
                        .press("q");
                terminal.shows("0 accepted, 0 rejected, 0 skipped.");
            }
            assertThat(text("a.md")).isEqualTo(before);
        }

        @Test
        void suggestionIsEditedAndAWholeDocumentIsDecided() throws Exception {
            try (PseudoTerminal terminal = PseudoTerminal.run("review", folder.toString())) {
                terminal.shows("oat milk")
                        .press("e")
                        .shows("new text (Ctrl-D cancels): oat milk")
                        .press("\u007f\u007f\u007f\u007fs\r");
                terminal.shows("accepted as changed")
                        .shows("rye ")
                        .press("R")
                        .shows("Reject all 1 in a.md? y/n")
                        .press("y");
                terminal.shows("rejected").shows("quick").press("q").shows("1 accepted, 1 rejected");
            }
            assertThat(text("a.md")).isEqualTo("Buy oat s and bread.\n");
        }

        @Test
        void commentIsWrittenIntoTheDocument() throws Exception {
            try (PseudoTerminal terminal =
                    PseudoTerminal.run("review", folder.toString(), "--author", "Claude", "--as", "Ada")) {
                terminal.shows("quick")
                        .press("c")
                        .shows("comment (Ctrl-D cancels): ")
                        .press("Not so fast\r");
                terminal.shows("commented").press("q").shows("skipped.");
            }
            assertThat(text("b.md")).contains("{>>{\"author\":\"Ada\",").contains("@@Not so fast<<}");
        }

        @Test
        void commentOfAnAssistantIsShownAndAccepted() throws Exception {
            Files.writeString(folder.resolve("c.md"), "Fine.{>>{\"author\":\"Codex\"}@@Really?<<}\n");
            try (PseudoTerminal terminal = PseudoTerminal.run("review", folder.toString(), "--author", "Codex")) {
                terminal.shows("Codex, a comment")
                        .shows("Fine." + GREEN + "{>>Really?<<}")
                        .press("a")
                        .shows("accepted")
                        .shows("1 accepted, 0 rejected, 0 skipped. No suggestions left.");
            }
            assertThat(text("c.md"))
                    .isEqualTo("Fine.{>>{\"author\":\"Codex\",\"accepted\":true,\"done\":true}@@Really?<<}\n");
        }

        @Test
        void suggestionThatChangedMeanwhileIsNotDecided() throws Exception {
            try (PseudoTerminal terminal = PseudoTerminal.run("review", folder.toString())) {
                terminal.shows("oat milk");
                Files.writeString(folder.resolve("a.md"), "Buy {--milk--}{++soy milk++}.\n");
                terminal.press("a")
                        .shows("Not decided. The suggestion has changed")
                        .shows("soy milk")
                        .press("q");
                terminal.shows("0 accepted");
            }
            assertThat(text("a.md")).isEqualTo("Buy {--milk--}{++soy milk++}.\n");
        }

        @Test
        void controlCExitsAtOnceAndNoLaterKeyDecides() throws Exception {
            String before = text("a.md");
            try (PseudoTerminal terminal = PseudoTerminal.run("review", folder.toString())) {
                terminal.shows("oat milk").press("\u0003aA");

                terminal.shows("0 accepted, 0 rejected, 0 skipped.");
                assertThat(terminal.exitCode()).isEqualTo(130);
            }
            assertThat(text("a.md")).isEqualTo(before);
        }

        @Test
        void controlCInALineOfTextExitsAndTheNextLineIsNotTaken() throws Exception {
            String before = text("a.md");
            for (String key : List.of("e", "c")) {
                try (PseudoTerminal terminal = PseudoTerminal.run("review", folder.toString())) {
                    terminal.shows("oat milk").press(key).shows("(Ctrl-D cancels): ");
                    terminal.press("\u0003a echo hello\r").shows("0 accepted, 0 rejected");

                    assertThat(terminal.exitCode()).as(terminal::everything).isEqualTo(130);
                }
                assertThat(text("a.md")).isEqualTo(before);
            }
        }

        @Test
        void controlCAtTheQuestionAboutAWholeDocumentDecidesNothing() throws Exception {
            String before = text("a.md");
            try (PseudoTerminal terminal = PseudoTerminal.run("review", folder.toString())) {
                terminal.shows("oat milk").press("A").shows("y/n").press("\u0003y");

                assertThat(terminal.exitCode()).isEqualTo(130);
            }
            assertThat(text("a.md")).isEqualTo(before);
        }

        @Test
        void controlDCancelsALineOfTextAndTheReviewContinues() throws Exception {
            try (PseudoTerminal terminal = PseudoTerminal.run("review", folder.toString())) {
                terminal.shows("oat milk").press("e").shows("(Ctrl-D cancels): oat milk");
                terminal.press("\u0004").shows("oat milk").press("a").shows("accepted");
                terminal.press("q").shows("1 accepted");
            }
            assertThat(text("a.md")).startsWith("Buy oat milk and ");
        }

        @Test
        void suggestionIsBetweenPointersOnATerminalWithoutColour() throws Exception {
            try (PseudoTerminal terminal = PseudoTerminal.run(
                    builder -> builder.environment().put("NO_COLOR", "1"), "review", folder.toString())) {
                terminal.shows("The suggestion to decide is between ▶ and ◀.")
                        .shows("Buy ▶{--milk--}{++oat milk++}◀ and {++rye ++}bread.")
                        .press("s")
                        .shows("Buy {--milk--}{++oat milk++} and ▶{++rye ++}◀bread.")
                        .press("q")
                        .shows("skipped.");
                assertThat(terminal.everything()).doesNotContain("\u001b[3");
            }
        }

        @Test
        void truncatedContextHasAnEllipsis() throws Exception {
            String words = "word ".repeat(200);
            Files.writeString(folder.resolve("a.md"), "start " + words + "{++new++} " + words + "end\n");
            try (PseudoTerminal terminal = PseudoTerminal.run(
                    builder -> builder.environment().put("NO_COLOR", "1"), "review", folder.toString())) {
                terminal.shows("  …")
                        .shows("word ▶{++new++}◀ word")
                        .shows("…")
                        .press("q")
                        .shows("skipped.");
                assertThat(terminal.everything()).doesNotContain("start ").doesNotContain("end");
            }
        }

        @Test
        void controlCharactersDoNotReachTheTerminal() throws Exception {
            Files.writeString(folder.resolve("a.md"), "x\u001b]0;owned\u0007y{++z++}\n");
            try (PseudoTerminal terminal = PseudoTerminal.run("review", folder.toString())) {
                terminal.shows("x\\u001b]0;owned\\u0007y").press("q").shows("skipped.");
                assertThat(terminal.everything()).doesNotContain("\u001b]0;owned");
            }
        }
    }

    @Nested
    class OneEditWithSeveralChanges {
        private static final String OF_CLAUDE = "{\"author\":\"Claude\",\"time\":1700000000,\"g\":\"k3\"}@@";

        @BeforeEach
        void write() throws IOException {
            Files.delete(folder.resolve("b.md"));
            Files.writeString(
                    folder.resolve("a.md"),
                    "Buy {--" + OF_CLAUDE + "milk--}{++" + OF_CLAUDE + "oats++} today.\n\nAnd {++" + OF_CLAUDE
                            + "rye ++}bread.\n");
        }

        @Test
        void editIsOneCardThatIsDecidedAsAWhole() throws Exception {
            try (PseudoTerminal terminal = PseudoTerminal.run("review", folder.toString())) {
                terminal.shows("2 parts (p splits)  1 left")
                        .shows("oats")
                        .shows("rye ")
                        .press("a")
                        .shows("accepted")
                        .shows("1 accepted, 0 rejected, 0 skipped. No suggestions left.");
            }
            assertThat(text("a.md")).isEqualTo("Buy oats today.\n\nAnd rye bread.\n");
        }

        @Test
        void splitDecidesThePartsOneByOne() throws Exception {
            try (PseudoTerminal terminal = PseudoTerminal.run("review", folder.toString())) {
                terminal.shows("2 parts (p splits)").press("p");
                terminal.shows("part 1 of 2").press("r").shows("rejected").shows("rye ");
                terminal.press("p").shows("cannot be split").press("a").shows("1 accepted, 1 rejected");
            }
            assertThat(text("a.md")).isEqualTo("Buy milk today.\n\nAnd rye bread.\n");
        }

        @Test
        void skippedPartsStayPending() throws Exception {
            try (PseudoTerminal terminal = PseudoTerminal.run("review", folder.toString())) {
                terminal.shows("2 parts (p splits)").press("p");
                terminal.shows("part 1 of 2").press("s").shows("part 2 of 2").press("s");
                terminal.shows("0 accepted, 0 rejected, 1 skipped.");
            }
            assertThat(text("a.md")).contains("oats", "{--");
        }

        @Test
        void rejectionCarriesTheReason() throws Exception {
            try (PseudoTerminal terminal = PseudoTerminal.run("review", folder.toString(), "--as", "Ada")) {
                terminal.shows("2 parts").press("w").shows("(Ctrl-D cancels): ").press("Too healthy\r");
                terminal.shows("rejected").shows("No suggestions left.");
            }
            assertThat(text("a.md"))
                    .contains("Buy milk", "Too healthy", "\"author\":\"Ada\"")
                    .doesNotContain("oats");
        }

        @Test
        void commentsAreShownAnsweredAndResolved() throws Exception {
            Files.writeString(folder.resolve("a.md"), "Fine.{>>{\"author\":\"Codex\"}@@Really?<<}\n");
            try (PseudoTerminal terminal = PseudoTerminal.run("review", folder.toString(), "--as", "Ada")) {
                terminal.shows("Codex, a comment").shows("{>>Really?<<}").press("c");
                terminal.shows("cancels): ").press("Quite so\r").shows("commented");
                terminal.shows("Ada")
                        .shows("Quite so")
                        .press("d")
                        .shows("resolved")
                        .shows("No suggestions left.");
            }
            assertThat(text("a.md")).contains("Quite so", "\"done\":true");
        }
    }

    @Nested
    class WithoutATerminal {
        @Test
        void interactiveReviewIsRefused() throws Exception {
            MooringProcess.Ended ended = new MooringProcess(folder, Map.of()).run("review", folder.toString());

            assertThat(ended.code()).isEqualTo(2);
            assertThat(ended.err()).contains("Without a terminal, use --list");
        }
    }
}
