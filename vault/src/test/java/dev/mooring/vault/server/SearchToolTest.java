package dev.mooring.vault.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mooring.vault.documents.FoundDocuments;
import dev.mooring.vault.search.SearchLimits;
import dev.mooring.vault.search.SearchPool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SearchToolTest {

    @TempDir
    Path root;

    private VaultFixture vault;

    @BeforeEach
    void open() throws IOException {
        vault = new VaultFixture(root);
        vault.write("ferry.md", "# Timetable\n\nLeaves at {--eight--}{++nine++}.\n");
        vault.write("notes/trip.md", "---\ntags: [travel]\nstatus: draft\n---\n\nTake the ferry at nine.\n");
        vault.write("notes/other.md", "Nothing about boats.\n#travel\n");
        vault.write(".hidden/ferry.md", "ferry\n");
    }

    @AfterEach
    void close() throws IOException {
        vault.close();
    }

    private String search(String query) throws IOException {
        return vault.call("search", "query", query).success();
    }

    @Test
    void searchRanksDocumentsAndShowsALineOfEach() throws IOException {
        assertThat(search("ferry")).isEqualTo("ferry.md:1: # Timetable\nnotes/trip.md:6: Take the ferry at nine.");
    }

    @Test
    void searchFindsTheAcceptedView() throws IOException {
        assertThat(search("nine leaves")).startsWith("ferry.md:3: Leaves at nine.");
        assertThat(search("eight")).isEqualTo("No documents match.");
    }

    @Test
    void filtersSelectDocuments() throws IOException {
        assertThat(search("ferry tag:travel")).isEqualTo("notes/trip.md:6: Take the ferry at nine.");
        assertThat(search("property:status=draft")).startsWith("notes/trip.md:");
        assertThat(search("path:notes -tag:nothing").lines()).hasSize(2);
        assertThat(vault.call("search", "query", "ferry", "path", "./notes").success())
                .isEqualTo("notes/trip.md:6: Take the ferry at nine.");
        assertThat(search("\"ferry at\"")).isEqualTo("notes/trip.md:6: Take the ferry at nine.");
        assertThat(search("\"at ferry\"")).isEqualTo("No documents match.");
    }

    @Test
    void anExcludedPhraseExcludesOnlyDocumentsThatContainItsWordsInOrder() throws IOException {
        assertThat(search("ferry -\"at nine\"")).isEqualTo("No documents match.");
        assertThat(search("ferry -\"nine at\"").lines()).hasSize(2);
        assertThat(search("ferry -\"ferry at\"")).isEqualTo("ferry.md:1: # Timetable");
        assertThat(search("-\"ferry at\" -\"about boats\"")).isEqualTo("ferry.md:1: # Timetable");
        assertThat(search("ferry -\"eight\"").lines()).hasSize(2);
    }

    @Test
    void anExcludedCharacterOfAScriptWithoutSpacesExcludesEveryWordWithIt() throws IOException {
        vault.write("tokyo.md", "ferry 東京\n");
        vault.write("gate.md", "ferry 大東\n");
        assertThat(search("ferry path:tokyo -\"東\"")).isEqualTo("No documents match.");
        assertThat(search("ferry path:gate -東")).isEqualTo("No documents match.");
        assertThat(search("ferry path:tokyo -東")).isEqualTo("No documents match.");
        assertThat(search("ferry path:gate -\"京\"")).isEqualTo("gate.md:1: ferry 大東");
        assertThat(search("ferry \"京\"")).isEqualTo("tokyo.md:1: ferry 東京");
        assertThat(search("\"ferry 東\"")).isEqualTo("tokyo.md:1: ferry 東京");
    }

    @Test
    void aQueryOfFiltersListsTheNewestFirst() throws IOException {
        Files.setLastModifiedTime(root.resolve("notes/trip.md"), FileTime.fromMillis(1_000));
        Files.setLastModifiedTime(root.resolve("notes/other.md"), FileTime.fromMillis(2_000));
        assertThat(search("tag:travel").lines().map(line -> line.substring(0, line.indexOf(':'))))
                .containsExactly("notes/other.md", "notes/trip.md");
    }

    @Test
    void theLimitIsKeptAndReported() throws IOException {
        String found = vault.call("search", "query", "ferry", "limit", 1).success();
        assertThat(found)
                .isEqualTo("ferry.md:1: # Timetable\n\n[the best 1 of 2 documents; use more words or a larger limit]");
        assertThat(vault.call("search", "query", "ferry", "limit", 0).error()).contains("at least 1");
    }

    @Test
    void aChangeMadeHereIsFoundAtOnce() throws IOException {
        search("ferry");
        for (int i = 0; i < 20; i++) {
            vault.edit("notes/other.md", "boats.", "boats unique" + i + " boats.", vault.session("notes/other.md"))
                    .success();
            assertThat(search("unique" + i)).startsWith("notes/other.md:1: ").contains(" unique" + i + " ");
        }
        vault.call("create", "file_path", "new.md", "content", "A lighthouse.\n")
                .success();
        assertThat(search("lighthouse")).isEqualTo("new.md:1: A lighthouse.");
    }

    @Test
    void changesOnDiskAreFound() throws IOException {
        search("ferry");
        vault.write("late.md", "An iceberg.\n");
        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(search("iceberg")).isEqualTo("late.md:1: An iceberg."));
        Files.move(root.resolve("late.md"), root.resolve("moved.md"));
        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(search("iceberg")).isEqualTo("moved.md:1: An iceberg."));
        Files.delete(root.resolve("moved.md"));
        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(search("iceberg")).isEqualTo("No documents match."));
    }

    @Test
    void errorsSayWhatToPass() throws IOException {
        assertThat(vault.call("search", "query", "?!").error()).contains("tag:work");
        assertThat(vault.call("search", "query", "x", "path", "ferry.md").error())
                .contains("use grep");
        assertThat(vault.call("search", "query", "x", "path", "none").error()).contains("There is no folder");
    }

    @Test
    void searchFailsWhileAnotherCallerKeepsAllThreadsBusy() throws Exception {
        var pool = new SearchPool(1);
        var limits = new SearchLimits(Duration.ofMillis(50), 1_000, System::nanoTime);
        var release = new CountDownLatch(1);
        pool.submit("other", () -> {
            try {
                release.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return false;
        });
        var limited = new SearchTool(vault.context, pool, limits);
        assertThat(VaultFixture.call(limited, VaultFixture.CLAUDE, "query", "ferry")
                        .error())
                .contains("keep the server busy");
        release.countDown();
        var unlimited = new SearchTool(vault.context, pool, SearchLimits.DEFAULT);
        assertThat(VaultFixture.call(unlimited, VaultFixture.CLAUDE, "query", "ferry")
                        .success())
                .startsWith("ferry.md:1:");
    }

    @Test
    void anIncompleteResultSaysSo() {
        var building = new FoundDocuments(List.of(), 0, false, false, 120, 20_000);
        assertThat(SearchTool.render(List.of(), false, false, building))
                .isEqualTo("No documents match.\n\n[incomplete: the index is still being built, 120 of 20000 documents "
                        + "so far; search again in a moment]");
        var manyWords = new FoundDocuments(List.of(), 1, true, true, 9, 9);
        assertThat(SearchTool.render(List.of("a.md:1: x"), false, false, manyWords))
                .startsWith("a.md:1: x\n\n[very many words begin with the last one");
        var manyCandidates = new FoundDocuments(List.of(), 1_000, false, true, 9, 9);
        assertThat(SearchTool.render(List.of(), false, true, manyCandidates))
                .contains("[only the best 300 of 1000 documents with these words were searched for the phrase");
    }
}
