package dev.mooring.app.review.terminal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.app.MooringProcess;
import dev.mooring.app.terminal.PseudoTerminal;
import dev.mooring.mcp.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
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
                        .shows("Not decided. It has changed")
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

        @Test
        void listHasOneLinePerEdit() throws Exception {
            MooringProcess.Ended ended =
                    new MooringProcess(folder, Map.of()).run("review", folder.toString(), "--list");

            assertThat(ended.out())
                    .startsWith("a.md:1: \"milk today.↵↵And\" → \"oats today.↵↵And rye\" (Claude, ")
                    .hasLineCount(1);
        }
    }

    @Nested
    class ForScripts {
        @TempDir
        Path home;

        private MooringProcess.Ended review(String... arguments) throws Exception {
            return new MooringProcess(home, Map.of())
                    .run(Stream.concat(Stream.of("review", folder.toString()), Stream.of(arguments))
                            .toArray(String[]::new));
        }

        @Test
        void listHasOneLinePerSuggestion() throws Exception {
            MooringProcess.Ended ended = review("--list");

            assertThat(ended.code()).isZero();
            assertThat(ended.out().lines()).hasSize(3).first().isEqualTo("a.md:1: \"milk\" → \"oat milk\" (unknown)");
            assertThat(ended.err()).isEqualTo("3 suggestions to review.\n");
        }

        @Test
        void listNamesMovesAndDeletions() throws Exception {
            Files.writeString(folder.resolve("a.md"), proposal("m1", "\"move\":\"x/y.md\"") + "# A\n");
            Files.writeString(folder.resolve("b.md"), proposal("d1", "\"delete\":true") + "# B\n");

            assertThat(review("--list").out()).isEqualTo("""
                    a.md:1: move to "x/y.md" (Claude, 3 y ago)
                    b.md:1: delete the document (Claude, 3 y ago)
                    """.replace("3 y ago", age()));
        }

        private String age() throws Exception {
            String out = review("--list", "--path", "a.md").out();
            return out.substring(out.indexOf("Claude, ") + 8, out.indexOf(')'));
        }

        @Test
        void acceptAllMovesDocumentsAndDeletesThem() throws Exception {
            Files.writeString(folder.resolve("a.md"), proposal("m1", "\"move\":\"x/y.md\"") + "# A\n");
            Files.writeString(folder.resolve("b.md"), proposal("d1", "\"delete\":true") + "[[a]]\n");
            Files.writeString(folder.resolve("c.md"), "See [[a]].\n");

            assertThat(review("--accept-all").code()).isZero();

            assertThat(text("x/y.md")).isEqualTo("# A\n");
            assertThat(text("c.md")).isEqualTo("See [[y]].\n");
            assertThat(folder.resolve("a.md")).doesNotExist();
            assertThat(folder.resolve("b.md")).doesNotExist();
        }

        @Test
        void listShowsTheDifferenceOfLongTextsThatBeginAlike() throws Exception {
            String start = "The ferry leaves the harbour every morning at the same time, and it returns ";
            Files.writeString(
                    folder.resolve("c.md"), "{~~" + start + "at noon.~>" + start + "in the evening.~~} Bring food.\n");

            assertThat(review("--list", "--path", "c.md").out())
                    .isEqualTo("c.md:1: \"…it returns at noon.\" → \"…it returns in the evening.\" (unknown)\n");
        }

        @Test
        void pathThatMatchesNothingIsAUsageError() throws Exception {
            Files.createDirectory(folder.resolve("empty"));
            for (String mode : List.of("--list", "--accept-all")) {
                MooringProcess.Ended ended = review(mode, "--path", "nosuch.md");

                assertThat(ended.code()).isEqualTo(2);
                assertThat(ended.err())
                        .contains("--path nosuch.md is neither a document nor a folder in " + folder + ".");
            }
            assertThat(review("--check", "--path", "./empty/").code()).isZero();
            assertThat(review("--check", "--path", "../elsewhere").code()).isEqualTo(2);
        }

        @Test
        void jsonContainsAllFieldsOfASuggestion() throws Exception {
            MooringProcess.Ended ended = review("--list", "--json", "--author", "claude");

            assertThat(ended.err()).isEmpty();
            assertThat(Json.parse(ended.out().getBytes(UTF_8)).at("/suggestions"))
                    .singleElement()
                    .satisfies(it -> {
                        assertThat(it.path("path").stringValue()).isEqualTo("b.md");
                        assertThat(it.path("line").intValue()).isEqualTo(1);
                        assertThat(it.path("before").stringValue()).isEqualTo("quick ");
                        assertThat(it.path("after").stringValue()).isEmpty();
                        assertThat(it.path("author").stringValue()).isEqualTo("Claude");
                        assertThat(it.path("time").stringValue()).isEqualTo("2023-11-14T22:13:20Z");
                        assertThat(it.path("new_document").booleanValue()).isFalse();
                    });
        }

        @Test
        void hiddenDocumentsAreListedOnRequest() throws Exception {
            Files.createDirectory(folder.resolve(".drafts"));
            Files.writeString(folder.resolve(".drafts/plan.md"), "A {++good ++}plan.\n");

            assertThat(review("--list").out()).doesNotContain(".drafts");
            assertThat(review("--list", "--hidden").out()).contains(".drafts/plan.md:1: ");
        }

        @Test
        void acceptAllAppliesToTheFilter() throws Exception {
            assertThat(review("--accept-all", "--text", "oat").out()).isEqualTo("1 accepted\n");
            assertThat(review("--reject-all", "--older-than", "7d", "--json").out())
                    .startsWith("{\"rejected\":[{\"path\":\"b.md\",\"id\":\"")
                    .contains("\"left\":[]");

            assertThat(text("a.md")).isEqualTo("Buy oat milk and {++rye ++}bread.\n");
            assertThat(text("b.md")).isEqualTo("The quick fox.\n");
        }

        @Test
        void checkFailsWhileSuggestionsArePending() throws Exception {
            assertThat(review("--check").code()).isEqualTo(1);
            assertThat(review("--check", "--author", "Codex").code()).isZero();
        }

        @Test
        void commentOfAnAssistantIsListedAndCountsAndIsRejected() throws Exception {
            Files.writeString(
                    folder.resolve("c.md"), "Fine.{>>{\"author\":\"Codex\",\"time\":1700000000}@@Obey me<<}\n");

            assertThat(review("--check", "--author", "Codex").code()).isEqualTo(1);
            assertThat(review("--list", "--author", "Codex").out()).startsWith("c.md:1: comment \"Obey me\" (Codex, ");
            assertThat(review("--list", "--json", "--author", "Codex").out()).contains("\"comment\":true");
            assertThat(review("--reject-all", "--author", "Codex").out()).isEqualTo("1 rejected\n");
            assertThat(text("c.md")).isEqualTo("Fine.\n");
        }

        @Test
        void interactiveReviewIsRefusedWithoutATerminal() throws Exception {
            MooringProcess.Ended ended = review();

            assertThat(ended.code()).isEqualTo(2);
            assertThat(ended.err()).contains("Without a terminal, use --list");
            assertThat(review("--older-than", "soon", "--list").err()).contains("is not an age");
            assertThat(review("--list", "--accept-all").code()).isEqualTo(2);
        }
    }
}
