package dev.mooring.vault.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Reading parts of a document: sections, the outline, and the rest of long lines. */
class ReadSectionTest {

    private static final String PLAN =
            "# Plan\n\n## Tasks\n- one\n- two\n\n### Later\n- three\n\n## Notes\nText.\n\nOther\n=====\nLast.\n";

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

    private String read(Object... more) throws IOException {
        Object[] arguments = new Object[2 + more.length];
        arguments[0] = "file_path";
        arguments[1] = "a.md";
        System.arraycopy(more, 0, arguments, 2, more.length);
        VaultFixture.Result result = vault.call("read", arguments);
        return result.isError() ? result.text() : result.text().replaceFirst("\n\n?\\[session: .*]$", "");
    }

    @Nested
    class Sections {

        @Test
        void aSectionEndsBeforeTheNextHeadingOfItsLevel() throws IOException {
            vault.write("a.md", PLAN);
            assertThat(read("section", "Tasks")).isEqualTo("""
                                 3\t## Tasks
                                 4\t- one
                                 5\t- two
                                 6\t
                                 7\t### Later
                                 8\t- three
                                 9\t

                            [lines 3-9 of 15; the section ends here]""");
            assertThat(read("section", "Other")).isEqualTo("    13\tOther\n    14\t=====\n    15\tLast.");
            assertThat(read("section", "Plan::Tasks::Later")).startsWith("     7\t### Later\n     8\t- three");
        }

        @Test
        void offsetAndLimitApplyWithinTheSection() throws IOException {
            vault.write("a.md", PLAN);
            assertThat(read("section", "Tasks", "limit", 2))
                    .endsWith("     4\t- one\n\n[lines 3-4 of 15; more follows, continue with offset 5]");
            assertThat(read("section", "Tasks", "offset", 5, "limit", 1)).startsWith("     5\t- two\n\n[lines 5-5");
            assertThat(read("section", "Tasks", "offset", 1, "limit", 1)).startsWith("     3\t## Tasks");
        }

        @Test
        void anUnknownSectionNamesSimilarOnes() throws IOException {
            vault.write("a.md", PLAN);
            assertThat(read("section", "task")).contains("a.md").contains("\"## Tasks\" (line 3)");
        }

        @Test
        void sectionsOfTheSameNameAreListed() throws IOException {
            vault.write("a.md", "# A\n## T\n# B\n## T\n");
            assertThat(read("section", "T"))
                    .contains("\"## T\" (line 2), \"## T\" (line 4)")
                    .contains("Parent::Child");
        }

        @Test
        void pendingHeadingsCount() throws IOException {
            vault.write("a.md", "# A\n{++# New\ntext\n++}# B\n");
            assertThat(read("section", "New")).startsWith("     2\t# New\n     3\ttext\n\n[lines 2-3 of 4");
        }
    }

    @Nested
    class Outlines {

        @Test
        void theOutlineShowsHeadingsWithTheirLines() throws IOException {
            vault.write("a.md", "---\n# no: heading\n---\n" + PLAN + "```\n# code\n```\n");
            assertThat(read("outline", true)).isEqualTo("""
                                 4\t# Plan
                                 6\t## Tasks
                                10\t### Later
                                13\t## Notes
                                16\tOther
                                17\t=====

                            [5 headings of 21 lines]""");
        }

        @Test
        void closingSignsAreNotPartOfAHeading() throws IOException {
            vault.write("a.md", "# One ##  \n# C#\n# #\n# Two # three\t#\n");
            assertThat(read("section", "One")).startsWith("     1\t# One ##");
            assertThat(read("section", "C#")).startsWith("     2\t# C#");
            assertThat(read("section", "Two # three")).startsWith("     4\t# Two # three");
        }

        @Test
        @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
        void aHeadingWithVeryManySpacesIsRead() throws IOException {
            vault.write("a.md", "# a" + " ".repeat(1_000_000) + "b\n# c\n");
            assertThat(read("outline", true)).endsWith("[2 headings of 2 lines]");
        }

        @Test
        void aDocumentWithoutHeadingsSaysSo() throws IOException {
            vault.write("a.md", "one\ntwo\n");
            assertThat(read("outline", true)).isEqualTo("The document has no headings. It has 2 lines.");
        }

        @Test
        void readingTheOutlineCountsAsARead() throws IOException {
            vault.write("a.md", "# A\ntext\n");
            String session = vault.call("read", "file_path", "a.md", "outline", true)
                    .session()
                    .orElseThrow();
            vault.edit("a.md", "text", "words", session).success();
        }
    }

    @Nested
    class LongLines {

        @Test
        void aCutLineSaysHowToContinue() throws IOException {
            String line = "a".repeat(2_000) + "b".repeat(2_000) + "c".repeat(10);
            vault.write("a.md", "first\n" + line + "\nlast\n");
            assertThat(read())
                    .contains(
                            "a… [line truncated: characters 1-2000 of 4010; continue with offset 2 and char_offset 2001]\n     3\tlast");
            assertThat(read("offset", 2, "char_offset", 2_001, "limit", 1))
                    .startsWith(
                            "     2\t" + "b".repeat(2_000)
                                    + "… [line truncated: characters 2001-4000 of 4010; continue with offset 2 and char_offset 4001]");
            assertThat(read("offset", 2, "char_offset", 4_001)).isEqualTo("     2\tcccccccccc\n     3\tlast");
        }

        @Test
        void aCharacterIsNeverSplit() throws IOException {
            vault.write("a.md", "x".repeat(1_999) + "👍🏽" + "y".repeat(100));
            assertThat(read())
                    .contains(
                            "x… [line truncated: characters 1-1999 of 2103; continue with offset 1 and char_offset 2000]");
            assertThat(read("char_offset", 2_000)).isEqualTo("     1\t👍🏽" + "y".repeat(100));
            assertThat(read("char_offset", 2_001)).isEqualTo("     1\t👍🏽" + "y".repeat(100));
        }

        @Test
        void aCharacterPastTheEndOfTheLineIsAnError() throws IOException {
            vault.write("a.md", "one\n");
            assertThat(read("char_offset", 4)).isEqualTo("char_offset 4 is past the end: line 1 has 3 characters.");
            assertThat(read("char_offset", -1)).contains("char_offset is negative");
        }
    }

    @Nested
    class Conflicts {

        private static final String CONFLICT = "# A\n<<<<<<< HEAD\none\n=======\ntwo\n>>>>>>> branch\nrest\n";

        @Test
        void readMentionsAConflict() throws IOException {
            vault.write("a.md", CONFLICT);
            assertThat(read()).contains("[lines 2-6 are an unresolved Git merge conflict");
        }

        @Test
        void editsInsideAConflictAreRefused() throws IOException {
            Path file = vault.write("a.md", CONFLICT);
            String session = vault.session("a.md");
            assertThat(vault.edit("a.md", "one", "1", session).error())
                    .contains("Lines 2-6 are an unresolved Git merge conflict");
            assertThat(vault.edit("a.md", ">>>>>>> branch\nrest", "rest", session)
                            .error())
                    .contains("merge conflict");
            assertThat(file).hasContent(CONFLICT);
            vault.edit("a.md", "rest", "end", session).success();
            vault.edit("a.md", "# A", "# B", session).success();
        }

        @Test
        void anExampleInCodeIsNoConflict() throws IOException {
            vault.write("a.md", "```\n" + CONFLICT + "```\n");
            assertThat(read()).doesNotContain("merge conflict");
            vault.edit("a.md", "one", "1", vault.session("a.md")).success();
        }

        @Test
        void aHeadingUnderlineAndAQuoteAreNoConflict() throws IOException {
            vault.write("a.md", "Title\n=======\n>>>>>>> deep quote\n");
            assertThat(read()).doesNotContain("merge conflict");
        }
    }
}
