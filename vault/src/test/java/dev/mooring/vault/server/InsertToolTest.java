package dev.mooring.vault.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.vault.critic.MarkedText;
import dev.mooring.vault.server.VaultFixture.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class InsertToolTest {

    private static final String META = "{\"author\":\"Claude\",\"time\":1700000000,\"g\":\"g1\"}@@";
    private static final String PLAN = "# Plan\n\n## Tasks\n- one\n- two\n\n## Notes\nSome text.\n\n## Empty\n";

    @TempDir(factory = InMemoryFolder.class)
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

    private Result insert(String content, Object... more) throws IOException {
        Object[] arguments = new Object[6 + more.length];
        System.arraycopy(
                new Object[] {"file_path", "a.md", "session_id", vault.session("a.md"), "content", content},
                0,
                arguments,
                0,
                6);
        System.arraycopy(more, 0, arguments, 6, more.length);
        return vault.call("insert", arguments);
    }

    /** Inserts into a document, and returns it after a person has accepted the suggestion. */
    private String accepted(String document, String content, Object... more) throws IOException {
        vault.write("a.md", document);
        insert(content, more).success();
        MarkedText text = MarkedText.parse(Files.readString(root.resolve("a.md")));
        assertThat(text.suggestions()).hasSize(1);
        assertThat(text.rejectAll()).isEqualTo(document);
        return text.acceptAll();
    }

    private String rejected(String document, String content, Object... more) throws IOException {
        Path file = vault.write("a.md", document);
        String reason = insert(content, more).error();
        assertThat(file).hasContent(document);
        return reason;
    }

    @Test
    void insertAddsTextAtTheEndAsASuggestion() throws IOException {
        Path file = vault.write("a.md", "# A\n\nText.\n");
        assertThat(insert("More.").success()).contains("at line 5").contains("     5\tMore.");
        assertThat(file).hasContent("# A\n\nText.\n{++" + META + "\nMore.\n++}");
    }

    @Nested
    class AtTheEnd {

        @Test
        void aMissingFinalLineBreakStaysMissing() throws IOException {
            assertThat(accepted("Text", "More.")).isEqualTo("Text\n\nMore.");
        }

        @Test
        void anEmptyDocumentGetsTheText() throws IOException {
            assertThat(accepted("", "More.")).isEqualTo("More.\n");
            assertThat(accepted("---\na: 1\n---\n", "More.")).isEqualTo("---\na: 1\n---\nMore.\n");
        }

        @Test
        @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
        void lineBreaksAroundTheTextAreRemovedHoweverManyItHas() throws IOException {
            String content = "a" + "\n".repeat(900_000) + "b";
            assertThat(accepted("Text\n", "\n\n" + content + "\n\n")).isEqualTo("Text\n\n" + content + "\n");
        }

        @Test
        void listsTablesAndQuotesContinue() throws IOException {
            assertThat(accepted("- one\n", "- two")).isEqualTo("- one\n- two\n");
            assertThat(accepted("1. one\n", "2. two\n")).isEqualTo("1. one\n2. two\n");
            assertThat(accepted("| a |\n|---|\n| 1 |\n", "| 2 |")).isEqualTo("| a |\n|---|\n| 1 |\n| 2 |\n");
            assertThat(accepted("> one\n", "> two")).isEqualTo("> one\n> two\n");
            assertThat(accepted("- one\n", "Text")).isEqualTo("- one\n\nText\n");
        }

        @Test
        void windowsLineEndingsAreKept() throws IOException {
            assertThat(accepted("One\r\n", "Two\nThree")).isEqualTo("One\r\n\r\nTwo\r\nThree\r\n");
        }
    }

    @Nested
    class InASection {

        @Test
        void appendAddsAtTheEndOfTheSection() throws IOException {
            assertThat(accepted(PLAN, "- three", "section", "Tasks"))
                    .isEqualTo(PLAN.replace("- two\n", "- two\n- three\n"));
            assertThat(accepted(PLAN, "More.", "section", "## notes"))
                    .isEqualTo(PLAN.replace("Some text.\n", "Some text.\n\nMore.\n"));
            assertThat(accepted(PLAN, "More.", "section", "Empty")).isEqualTo(PLAN + "\nMore.\n");
        }

        @Test
        void prependAddsAfterTheHeading() throws IOException {
            assertThat(accepted(PLAN, "- zero", "section", "Tasks", "operation", "prepend"))
                    .isEqualTo(PLAN.replace("- one\n", "- zero\n- one\n"));
            assertThat(accepted(PLAN, "Intro.", "section", "Plan", "operation", "prepend"))
                    .isEqualTo(PLAN.replace("## Tasks", "Intro.\n\n## Tasks"));
            assertThat(accepted("---\na: 1\n---\nText\n", "Intro.", "operation", "prepend"))
                    .isEqualTo("---\na: 1\n---\nIntro.\n\nText\n");
        }

        @Test
        void aSectionDirectlyBeforeTheNextHeadingGetsABlankLine() throws IOException {
            assertThat(accepted("# A\ntext\n# B\n", "More.", "section", "A")).isEqualTo("# A\ntext\n\nMore.\n\n# B\n");
        }

        @Test
        void headingsInCodeDoNotCount() throws IOException {
            String document = "# A\n```\n# B\n```\n\n# B\ntext\n";
            assertThat(accepted(document, "More.", "section", "B")).isEqualTo(document + "\nMore.\n");
            assertThat(accepted(document, "More.", "section", "A"))
                    .isEqualTo(document.replace("\n\n# B", "\n\nMore.\n\n# B"));
        }

        @Test
        void parentsTellSectionsOfTheSameNameApart() throws IOException {
            String document = "# A\n## Tasks\n- a\n# B\n## Tasks\n- b\n";
            assertThat(accepted(document, "- c", "section", "B::Tasks")).isEqualTo(document + "- c\n");
            assertThat(rejected(document, "- c", "section", "Tasks"))
                    .contains("Several sections")
                    .contains("\"## Tasks\" (line 2)", "\"## Tasks\" (line 5)");
        }

        @Test
        void anUnknownHeadingNamesSimilarOnes() throws IOException {
            assertThat(rejected(PLAN, "x", "section", "Task list")).contains("\"## Tasks\" (line 3)");
            assertThat(rejected("Text\n", "x", "section", "Tasks")).contains("no headings");
        }
    }

    @Nested
    class Rules {

        @Test
        void insertRequiresThatTheSessionHasReadTheDocument() throws IOException {
            vault.write("a.md", "one\n");
            vault.write("b.md", "two\n");
            assertThat(vault.call("insert", "file_path", "a.md", "session_id", vault.session("b.md"), "content", "x")
                            .error())
                    .contains("You must read a.md");
        }

        @Test
        void emptyContentAndCriticMarkupAreRefused() throws IOException {
            assertThat(rejected("one\n", " \n")).contains("content is empty");
            assertThat(rejected("one\n", "a {++b++}")).contains("CriticMarkup");
            assertThat(rejected("one\n", "a\u0000b")).contains("control character");
            assertThat(rejected("---\na: 1\n---", "x")).contains("---");
        }

        @Test
        void aCommentForTheReviewerIsAdded() throws IOException {
            vault.write("a.md", "one\n");
            insert("two{>>is this right?<<}").success();
            assertThat(Files.readString(root.resolve("a.md"))).contains("@@is this right?<<}");
        }

        @Test
        void twoInsertionsByOneAuthorFollowOneAnother() throws IOException {
            vault.write("a.md", "- one\n");
            insert("- two").success();
            insert("- three").success();
            assertThat(vault.read("a.md").text()).startsWith("     1\t- one\n     2\t- two\n     3\t- three\n");
        }
    }
}
