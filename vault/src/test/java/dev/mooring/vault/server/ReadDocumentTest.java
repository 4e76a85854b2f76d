package dev.mooring.vault.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.handle.HandleOwner;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReadDocumentTest {

    @TempDir
    Path root;

    private VaultFixture vault;

    @BeforeEach
    void open() throws IOException {
        vault = new VaultFixture(root);
    }

    @AfterEach
    void close() throws IOException {
        vault.close();
    }

    private ToolText read(String path, @Nullable Integer offset, @Nullable Integer limit) throws IOException {
        return vault.read.run(new ReadDocument.Arguments(path, offset, limit, null, false), VaultFixture.CLAUDE);
    }

    private static String body(ToolText answer) {
        assertThat(answer.isError()).as(answer.text()).isFalse();
        return answer.text().replaceAll("\\[session: [0-9a-z]{26}]$", "[session]");
    }

    @Nested
    class TheText {

        @Test
        void isNumberedAndEndsWithABlankLineAndTheSession() throws IOException {
            vault.write("a.md", "one\ntwo\n");
            ToolText answer = vault.read("a.md");
            assertThat(body(answer)).isEqualTo("     1\tone\n     2\ttwo\n\n[session]");
            assertThat(answer.text()).endsWith("[session: " + answer.session().orElseThrow() + "]");
        }

        @Test
        void ofAnEmptyDocumentIsEmpty() throws IOException {
            vault.write("a.md", "");
            assertThat(body(vault.read("a.md"))).isEqualTo("\n[session]");
        }

        @Test
        void isTheAcceptedViewWithSuggestionsAndCommentsBelow() throws IOException {
            vault.write("a.md", """
                    one {--{"author":"Ann","time":1699999700}@@two--}{++{"author":"Ann","time":1699999700}@@deux++}
                    {==three==}{>>{"author":"Bob","time":1699000000}@@sure?<<} {++four++}{--five--}
                    """);
            assertThat(body(vault.read("a.md"))).isEqualTo("""
                         1\tone deux
                         2\tthree four

                    Pending suggestions (2):
                      line 1: "two" → "deux" (Ann, 5 min ago)
                      line 2: "five" → "four" (author unknown)

                    Comments (1):
                      line 2: "sure?" (Bob, 11 d ago)

                    [session]""");
        }

        @Test
        void isFollowedByWhatWaitsInItsLinesInShort() throws IOException {
            vault.write("a.md", "one {--" + "x".repeat(70) + "--}\n{++two\nthree++}\n" + "{++z++}\n".repeat(60));
            assertThat(body(read("a.md", 1, 2)))
                    .contains(
                            "Pending suggestions (62):\n  line 1: deleted \"" + "x".repeat(60)
                                    + "…\" (author unknown)\n"
                                    + "  line 2: added \"two⏎three\" (author unknown)\n  … and 60 more that are not listed here");
            assertThat(body(vault.read("a.md")).lines().filter(line -> line.startsWith("  line")))
                    .hasSize(50);
        }

        @Test
        void isTheFileItselfWhenRaw() throws IOException {
            vault.write("a.md", "\uFEFFone {--two--}\r\n");
            var arguments = new ReadDocument.Arguments("a.md", null, null, null, true);
            assertThat(body(vault.read.run(arguments, VaultFixture.CLAUDE)))
                    .isEqualTo("     1\tone {--two--}\n\n[session]");
        }

        @Test
        void isCutAfterTwoThousandLinesUnlessAsked() throws IOException {
            vault.write("a.md", "x\n".repeat(2_500));
            assertThat(body(vault.read("a.md")))
                    .contains("  2000\tx")
                    .doesNotContain("  2001\t")
                    .contains("[lines 1-2000 of 2500; more follows, continue with offset 2001]");
            assertThat(body(read("a.md", 2_001, 600)))
                    .startsWith("  2001\tx")
                    .contains("  2500\tx")
                    .doesNotContain("more follows");
            assertThat(body(read("a.md", null, 2_500))).contains("  2500\tx");
            assertThat(body(read("a.md", 3, 1)))
                    .isEqualTo("     3\tx\n\n[lines 3-3 of 2500; more follows, continue with offset 4]\n\n[session]");
        }

        @Test
        void hasLongLinesCutOnACharacterBoundary() throws IOException {
            vault.write("a.md", "x".repeat(1_999) + "👍🏽" + "y".repeat(100));
            assertThat(body(vault.read("a.md"))).contains("x… [line cut: 1999 of 2103 characters shown]");
        }
    }

    @Nested
    class Errors {

        @Test
        void areClear() throws IOException {
            vault.write("a.md", "one");
            vault.write("folder/b.md", "two");
            Files.write(root.resolve("binary.md"), new byte[] {0});
            Files.write(root.resolve("invalid.md"), new byte[] {(byte) 0xff});
            assertThat(error(read("a.md", 2, null))).contains("past the end").contains("1 lines");
            assertThat(error(read("a.md", -1, null))).contains("negative");
            assertThat(error(read("a.md", 1, 0))).contains("limit");
            assertThat(error(vault.read("folder"))).contains("folder").contains("glob");
            assertThat(error(vault.read("binary.md"))).contains("binary");
            assertThat(error(vault.read("invalid.md"))).contains("UTF-8");
            assertThat(error(vault.read("../a.md"))).contains("..");
        }

        @Test
        void tellOfADocumentThatIsTooLargeWhichIsListedAllTheSame() throws IOException {
            vault.write("a.md", "one");
            try (var file = new RandomAccessFile(root.resolve("large.md").toFile(), "rw")) {
                file.setLength(16 * 1024 * 1024 + 1);
            }
            try (var opened = new VaultFixture(root)) {
                assertThat(error(opened.read("large.md"))).contains("larger than 16 MB");
                assertThat(opened.glob
                                .run(new FindDocuments.Arguments("*", null))
                                .text()
                                .lines())
                        .containsExactlyInAnyOrder("a.md", "large.md");
                assertThat(opened.grep.run(SearchDocuments.Arguments.of("one")).text())
                        .isEqualTo("a.md");
            }
        }

        private static String error(ToolText answer) {
            assertThat(answer.isError()).as(answer.text()).isTrue();
            return answer.text();
        }

        @Test
        void nameUpToThreeClosePaths() throws IOException {
            for (String path :
                    new String[] {"notes/ideas.md", "notes/idea2.md", "old/idea.md", "idea1.md", "other.md"}) {
                vault.write(path, "x");
            }
            try (var opened = new VaultFixture(root)) {
                String text = opened.read("notes/idea.md").text();
                assertThat(text).contains("There is no document notes/idea.md").contains("old/idea.md");
                assertThat(text.split("\\.md")).hasSizeLessThanOrEqualTo(5);
                assertThat(text).doesNotContain("other.md");
            }
        }
    }

    @Nested
    class Sessions {

        @Test
        void areAlwaysNewUnlessOneIsPassed() throws IOException {
            vault.write("a.md", "one");
            String first = vault.session("a.md");
            assertThat(vault.session("a.md")).isNotEqualTo(first);
            assertThat(vault.read("a.md", first).session()).contains(first);
        }

        @Test
        void endAfterAnHourWithoutUse() throws IOException {
            vault.write("a.md", "one");
            String session = vault.session("a.md");
            vault.pass(Duration.ofMinutes(59));
            assertThat(vault.read("a.md", session).isError()).isFalse();
            vault.pass(Duration.ofMinutes(60));
            ToolText answer = vault.read("a.md", session);
            assertThat(answer.isError()).isTrue();
            assertThat(answer.text()).contains("expired").contains("without a session_id");
        }

        @Test
        void belongToTheirPrincipal() throws IOException {
            vault.write("a.md", "one");
            var ann = new Actor(HandleOwner.principal("ann"), "ann");
            var bob = new Actor(HandleOwner.principal("bob"), "bob");
            var plain = new ReadDocument.Arguments("a.md", null, null, null, false);
            String session = vault.read.run(plain, ann).session().orElseThrow();
            var continued = new ReadDocument.Arguments("a.md", null, null, session, false);
            assertThat(vault.read.run(continued, bob).text())
                    .isEqualTo(vault.read("a.md", "nonsense").text());
            assertThat(vault.read.run(continued, ann).isError()).isFalse();
        }
    }

    @Test
    void theDescriptionTellsOfTheSessionAndItsEnd() {
        assertThat(ReadDocument.DEFINITION.description())
                .contains("[session: ...]")
                .contains("pass it to the edit tool's session_id parameter")
                .contains("pass the same value as session_id to later reads")
                .contains("1 hour");
    }
}
