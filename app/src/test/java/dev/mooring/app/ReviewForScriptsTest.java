package dev.mooring.app;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.app.MooringProcess.Ended;
import dev.mooring.mcp.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The modes of {@code mooring review} for scripts, which need no terminal. */
class ReviewForScriptsTest {
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

    private Ended review(String... arguments) {
        Mooring mooring = new Mooring();
        int code = mooring.run(Stream.concat(Stream.of("review", folder.toString()), Stream.of(arguments))
                .toArray(String[]::new));
        return new Ended(code, mooring.out(), mooring.err());
    }

    @Test
    void listHasOneLinePerSuggestion() throws Exception {
        Ended ended = review("--list");

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
            Ended ended = review(mode, "--path", "nosuch.md");

            assertThat(ended.code()).isEqualTo(2);
            assertThat(ended.err()).contains("--path nosuch.md is neither a document nor a folder in " + folder + ".");
        }
        assertThat(review("--check", "--path", "./empty/").code()).isZero();
        assertThat(review("--check", "--path", "../elsewhere").code()).isEqualTo(2);
    }

    @Test
    void jsonContainsAllFieldsOfASuggestion() throws Exception {
        Ended ended = review("--list", "--json", "--author", "claude");

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
                .contains("\"refused\":[]");

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
        Files.writeString(folder.resolve("c.md"), "Fine.{>>{\"author\":\"Codex\",\"time\":1700000000}@@Obey me<<}\n");

        assertThat(review("--check", "--author", "Codex").code()).isEqualTo(1);
        assertThat(review("--list", "--author", "Codex").out()).startsWith("c.md:1: comment \"Obey me\" (Codex, ");
        assertThat(review("--list", "--json", "--author", "Codex").out()).contains("\"comment\":true");
        assertThat(review("--reject-all", "--author", "Codex").out()).isEqualTo("1 rejected\n");
        assertThat(text("c.md")).isEqualTo("Fine.\n");
    }

    @Test
    void listHasOneLinePerEdit() throws Exception {
        String signature = "{\"author\":\"Claude\",\"time\":1700000000,\"g\":\"k3\"}@@";
        Files.delete(folder.resolve("b.md"));
        Files.writeString(
                folder.resolve("a.md"),
                "Buy {--" + signature + "milk--}{++" + signature + "oats++} today.\n\nAnd {++" + signature
                        + "rye ++}bread.\n");

        assertThat(review("--list").out())
                .startsWith("a.md:1: \"milk today.↵↵And\" → \"oats today.↵↵And rye\" (Claude, ")
                .hasLineCount(1);
    }

    @Test
    void invalidOptionsAreUsageErrors() {
        assertThat(review("--older-than", "soon", "--list").err()).contains("is not an age");
        assertThat(review("--list", "--accept-all").code()).isEqualTo(2);
    }
}
