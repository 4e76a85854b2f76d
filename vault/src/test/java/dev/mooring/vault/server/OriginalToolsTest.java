package dev.mooring.vault.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The behaviours that the tests of Lens Academy's Relay name for its tools and sessions, in the terms of this server.
 * {@code docs/origin.md} lists those that differ.
 */
class OriginalToolsTest {

    private static final String ANN = "{\"author\":\"Ann\",\"timestamp\":1699999940000}@@";

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

    @Nested
    class Reading {

        @Test
        void pendingSuggestionsAreShownAsAcceptedAndListedBelow() throws IOException {
            vault.write("a.md", "one {--" + ANN + "two--}{++" + ANN + "2++}\nthree {++" + ANN + "four++}\n");
            assertThat(vault.read("a.md").success())
                    .startsWith("     1\tone 2\n     2\tthree four\n")
                    .contains("Pending suggestions (2):", "line 1: \"two\" → \"2\" (Ann", "line 2: added \"four\"")
                    .doesNotContain("@@", "timestamp");
        }

        @Test
        void aDocumentWithoutSuggestionsHasNoList() throws IOException {
            vault.write("a.md", "one\n");
            assertThat(vault.read("a.md").success()).doesNotContain("Pending");
        }

        @Test
        void aLongSuggestionIsShortenedInTheListAndAnUnsignedOneHasNoAge() throws IOException {
            vault.write("a.md", "{--" + "long ".repeat(50) + "--}{++short++}\n");
            assertThat(vault.read("a.md").success()).contains("…\" → \"short\" (author unknown)");
        }

        @Test
        void severalSuggestionsOfALineAreListed() throws IOException {
            vault.write("a.md", "{++a++} x {--b--}\n");
            assertThat(vault.read("a.md").success()).contains("line 1: added \"a\"", "line 1: deleted \"b\"");
        }

        @Test
        void offsetAndLimitSelectLinesAndCharactersStayWhole() throws IOException {
            vault.write("a.md", "ä\nö\nü\n漢\n");
            assertThat(vault.call("read", "file_path", "a.md", "offset", 2, "limit", 2)
                            .success())
                    .startsWith("     2\tö\n     3\tü\n\n[lines 2-3 of 4");
            assertThat(vault.call("read", "file_path", "a.md", "offset", 4).success())
                    .startsWith("     4\t漢\n");
        }

        @Test
        void anEmptyDocumentIsEmpty() throws IOException {
            vault.write("a.md", "");
            assertThat(vault.read("a.md").success()).startsWith("\n[session: ");
        }
    }

    @Nested
    class Editing {

        @Test
        void theSessionMustHaveReadTheDocument() throws IOException {
            vault.write("a.md", "one\n");
            vault.write("b.md", "two\n");
            assertThat(vault.edit("a.md", "one", "1", vault.session("b.md")).error())
                    .contains("must read a.md");
        }

        @Test
        void failuresNameTheirReason() throws IOException {
            vault.write("a.md", "one one\n");
            String session = vault.session("a.md");
            assertThat(vault.edit("a.md", "two", "2", session).error()).contains("not found");
            assertThat(vault.edit("a.md", "one", "1", session).error()).contains("occurs 2 times");
            assertThat(vault.edit("b.md", "one", "1", session).error()).contains("There is no document b.md");
            assertThat(vault.call("edit", "file_path", "a.md", "session_id", session)
                            .error())
                    .contains("Pass old_string and new_string");
        }

        @Test
        void severalLinesAndDeletionsAreEdits() throws IOException {
            vault.write("a.md", "1\n2\n3\n4\n");
            String session = vault.session("a.md");
            vault.edit("a.md", "1\n2", "one\ntwo", session).success();
            vault.edit("a.md", "3\n", "", session).success();
            assertThat(vault.read("a.md").text()).startsWith("     1\tone\n     2\ttwo\n     3\t4\n");
        }

        // e01
        @Test
        void twoEditsOfDifferentPlacesCoexist() throws IOException {
            vault.write("a.md", "one two three\n");
            String session = vault.session("a.md");
            vault.edit("a.md", "one", "1", session).success();
            vault.edit("a.md", "three", "3", session).success();
            assertThat(vault.read("a.md").text())
                    .startsWith("     1\t1 two 3\n")
                    .contains("Pending suggestions (2)");
        }

        // e02, e03
        @Test
        void laterEditsKeepTheOriginalText() throws IOException {
            vault.write("a.md", "one two three\n");
            String session = vault.session("a.md");
            vault.edit("a.md", "two", "2", session).success();
            vault.edit("a.md", "2", "zwei", session).success();
            vault.edit("a.md", "one zwei three", "eins deux trois", session).success();
            assertThat(vault.read("a.md").text())
                    .startsWith("     1\teins deux trois\n")
                    .contains("\"one two three\" → \"eins deux trois\"");
        }

        @Test
        void straightQuotesMatchTypographicOnes() throws IOException {
            vault.write("a.md", "“It’s”\n");
            vault.edit("a.md", "\"It's\"", "\"It's so\"", vault.session("a.md")).success();
            assertThat(vault.read("a.md").text()).startsWith("     1\t“It’s so”\n");
        }
    }

    @Nested
    class Searching {

        @BeforeEach
        void write() throws IOException {
            vault.write("a.md", "# Piers\none Boat\ntwo\nthree boat\nfour\n");
            vault.write("sub/b.md", "a boat\n");
            vault.write("sub/deep/c.md", "x\n");
            // Changes on disk become visible within two seconds.
            await().until(() -> grep().contains("sub/b.md")
                    && vault.call("glob", "pattern", "**/c.md").text().contains("sub/deep/c.md"));
        }

        private String grep(Object... more) throws IOException {
            Object[] arguments = new Object[2 + more.length];
            arguments[0] = "pattern";
            arguments[1] = "boat";
            System.arraycopy(more, 0, arguments, 2, more.length);
            return vault.call("grep", arguments).success();
        }

        @Test
        void grepListsPathsLinesOrCounts() throws IOException {
            assertThat(grep().lines()).contains("a.md", "sub/b.md");
            assertThat(grep("output_mode", "content")).contains("a.md:4:three boat", "sub/b.md:1:a boat");
            assertThat(grep("output_mode", "count", "-i", true)).contains("a.md:2", "sub/b.md:1");
        }

        @Test
        void grepHonoursContextCaseScopeAndLimit() throws IOException {
            assertThat(grep("output_mode", "content", "-C", 1, "path", "a.md"))
                    .contains("a.md-3-two\na.md:4:three boat\na.md-5-four");
            assertThat(grep("output_mode", "content", "-A", 1, "path", "a.md"))
                    .contains("a.md-5-four")
                    .doesNotContain("two");
            assertThat(grep("output_mode", "content", "-B", 1, "path", "a.md"))
                    .contains("a.md-3-two")
                    .doesNotContain("four");
            assertThat(grep("output_mode", "content", "-i", true)).contains("a.md:2:one Boat");
            assertThat(grep("path", "sub")).contains("sub/b.md").doesNotContain("a.md\n");
            assertThat(grep("head_limit", 1, "output_mode", "content").lines().filter(line -> line.contains("boat")))
                    .hasSize(1);
        }

        @Test
        void grepReportsNothingFoundAndAnInvalidPattern() throws IOException {
            assertThat(vault.call("grep", "pattern", "whale").success()).contains("No");
            assertThat(vault.call("grep", "pattern", "(").error()).isNotEmpty();
        }

        @Test
        void globIsRelativeToItsFolder() throws IOException {
            assertThat(vault.call("glob", "pattern", "*.md", "path", "sub").success())
                    .isEqualTo("sub/b.md");
            assertThat(vault.call("glob", "pattern", "deep/*.md", "path", "sub").success())
                    .isEqualTo("sub/deep/c.md");
            assertThat(vault.call("glob", "pattern", "sub/*.md").success()).isEqualTo("sub/b.md");
            assertThat(vault.call("glob", "pattern", "b.md").success()).contains("No documents match");
        }
    }

    @Nested
    class Links {

        private String links(String path) {
            return await().until(() -> vault.call("get_links", "file_path", path), result -> !result.isError())
                    .text();
        }

        @Test
        void anchorsAndAliasesDoNotMatterAndCodeDoesNotCount() throws IOException {
            vault.write("a.md", "[[b]] [[b#h]] [[b|x]] [[b#h|x]] [[]] `[[c]]`\n```\n[[c]]\n```\n");
            vault.write("b.md", "# h\n");
            vault.write("c.md", "x\n");
            assertThat(links("a.md")).contains("Forward links (4)");
            assertThat(links("b.md")).contains("Backlinks to b.md (4)");
            assertThat(links("c.md")).contains("Backlinks to c.md (0)");
        }

        @Test
        void linksResolveRelativeToTheFolderThenTheRootWithoutRegardToCase() throws IOException {
            vault.write("notes/a.md", "[[B]] [[../top]] [[deep/c]] [[notes/b]] [[b.md]] [[missing]]\n");
            vault.write("notes/b.md", "x\n");
            vault.write("notes/deep/c.md", "x\n");
            vault.write("top.md", "x\n");
            assertThat(links("notes/a.md"))
                    .contains("Forward links (5)", "notes/b.md", "top.md", "notes/deep/c.md")
                    .contains("Unresolved links (1)");
        }

        @Test
        void aDocumentOfTheSameNameInTheOwnFolderWins() throws IOException {
            vault.write("x/a.md", "[[b]] [[y/b]]\n");
            vault.write("x/b.md", "1\n");
            vault.write("y/b.md", "2\n");
            assertThat(links("x/b.md")).contains("Backlinks to x/b.md (1)");
            assertThat(links("y/b.md")).contains("Backlinks to y/b.md (1)");
        }

        @Test
        void removedLinksDisappear() throws IOException {
            vault.write("a.md", "see [[b]] here\n");
            vault.write("b.md", "x\n");
            assertThat(links("b.md")).contains("Backlinks to b.md (1)");
            vault.edit("a.md", "[[b]]", "nothing", vault.session("a.md")).success();
            await().untilAsserted(() -> assertThat(links("b.md")).contains("Backlinks to b.md (0)"));
        }
    }

    @Nested
    class Search {

        @BeforeEach
        void write() throws IOException {
            vault.write("Gravity.md", "An apple falls.\n");
            vault.write("notes/apples.md", "# Fruit\n\nGravity <b>pulls</b> on red apples.\n");
            vault.write("notes/other.md", "Red cars on a road.\n");
        }

        private String search(String query) {
            return await().until(
                            () -> vault.call("search", "query", query),
                            result -> !result.isError() && !result.text().contains("still being indexed"))
                    .text();
        }

        @Test
        void titlesAndBodiesAreFoundAndATitleRanksHigher() {
            assertThat(search("gravity")).containsSubsequence("Gravity.md", "notes/apples.md");
            assertThat(search("falls")).contains("Gravity.md").doesNotContain("apples.md");
        }

        @Test
        void aPhraseMustOccur() {
            assertThat(search("\"red apples\"")).contains("notes/apples.md").doesNotContain("other.md");
        }

        @Test
        void aDocumentWithSomeOfTheWordsIsFoundAfterThoseWithAll() {
            assertThat(search("red apples")).containsSubsequence("notes/apples.md", "notes/other.md");
        }

        @Test
        void theShownLineIsAsWritten() {
            assertThat(search("pulls")).contains("Gravity <b>pulls</b> on red apples.");
        }

        @Test
        void aMalformedQueryIsReadAsWords() {
            assertThat(search("\"red cars")).contains("notes/other.md");
            assertThat(search("gravity (")).contains("Gravity.md");
        }

        @Test
        void anEmptyQueryIsAnErrorThatSaysWhatToPass() throws IOException {
            assertThat(vault.call("search", "query", "  ").error()).contains("Pass words to search for");
        }

        @Test
        void changedAndRemovedDocumentsAreNotFoundByTheirOldText() throws IOException {
            assertThat(search("cars")).contains("notes/other.md");
            vault.write("notes/other.md", "Blue bicycles.\n");
            await().untilAsserted(() -> assertThat(search("cars")).doesNotContain("other.md"));
            assertThat(search("bicycles")).contains("notes/other.md");
        }
    }

    @Nested
    class Sessions {

        @Test
        void sessionsDifferAndEndAfterAnHourWithoutUse() throws IOException {
            vault.write("a.md", "one\n");
            String first = vault.session("a.md");
            String second = vault.session("a.md");
            assertThat(first).isNotEqualTo(second);
            vault.advance(Duration.ofMinutes(40));
            vault.read("a.md", first).success();
            vault.advance(Duration.ofMinutes(40));
            assertThat(vault.read("a.md", first).isError())
                    .as("used in between")
                    .isFalse();
            assertThat(vault.read("a.md", second).error()).contains("expired");
            assertThat(vault.read("a.md", "bogus").error()).contains("unknown");
        }
    }

    @Nested
    class NewDocuments {

        @Test
        void aNewDocumentIsASuggestionAndCanBeEditedAtOnce() throws IOException {
            VaultFixture.Result created = vault.call("create", "file_path", "deep/new.md", "content", "# New\n");
            assertThat(created.success()).contains("Created deep/new.md");
            vault.edit("deep/new.md", "# New", "# Newer", created.session().orElseThrow())
                    .success();
            assertThat(vault.read("deep/new.md").text()).startsWith("     1\t# Newer\n");
        }

        /** Differs for JSON and HTML, which this server does not write. */
        @Test
        void otherExtensionsAreRefused() throws IOException {
            assertThat(vault.call("create", "file_path", "a.json", "content", "{}")
                            .error())
                    .isNotEmpty();
            assertThat(vault.call("create", "file_path", "a.html", "content", "<p>")
                            .error())
                    .isNotEmpty();
        }
    }
}
