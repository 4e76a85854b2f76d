package dev.mooring.vault.decisions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.vault.decisions.DecisionLog.Entry;
import dev.mooring.vault.decisions.DecisionLog.Kind;
import dev.mooring.vault.documents.DocumentStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DecisionLogTest {

    @TempDir
    Path folder;

    private DocumentStore store;
    private DecisionLog log;

    @BeforeEach
    void open() throws IOException {
        store = DocumentStore.open(folder, false);
        log = store.decisions();
    }

    @AfterEach
    void close() throws IOException {
        store.close();
    }

    private Path file() {
        return folder.resolve(".mooring/decisions.jsonl");
    }

    private static void add(DecisionLog to, Entry... entries) {
        to.add(List.of(entries), Instant.EPOCH);
    }

    private static Entry rejected(String group, String reason) {
        return new Entry(Kind.REJECTED, group, reason);
    }

    @Test
    void entriesAreReadInTheirOrderWhileTheLogGrows() throws IOException {
        List<Entry> added = new ArrayList<>();
        assertThat(log.entries()).isEmpty();
        for (int n = 0; n < 5; n++) {
            Entry entry = rejected("group-" + n, "because\nof " + n);
            added.add(entry);
            add(log, entry);
            assertThat(log.entries()).isEqualTo(added);
            assertThat(log.entries()).isEqualTo(added);
        }
    }

    @Test
    void entriesOfAnotherProcessAreRead() throws IOException {
        add(log, rejected("a", ""));
        assertThat(log.entries()).hasSize(1);
        try (DocumentStore other = DocumentStore.open(folder, false)) {
            add(other.decisions(), rejected("b", ""));
        }
        assertThat(log.entries()).containsExactly(rejected("a", ""), rejected("b", ""));
    }

    @Test
    void aLineThatIsBeingWrittenIsReadOnceItIsComplete() throws IOException {
        add(log, rejected("a", ""));
        Files.writeString(file(), "{\"kind\":\"ACCEPTED\",", StandardOpenOption.APPEND);
        assertThat(log.entries()).containsExactly(rejected("a", ""));
        Files.writeString(file(), "\"g\":\"b\"}\n", StandardOpenOption.APPEND);
        assertThat(log.entries()).containsExactly(rejected("a", ""), new Entry(Kind.ACCEPTED, "b", ""));
    }

    @Test
    void aDeletedOrReplacedLogIsForgotten() throws IOException {
        add(log, rejected("a", ""), rejected("b", ""));
        assertThat(log.entries()).hasSize(2);
        Files.writeString(file(), "{\"kind\":\"ACCEPTED\",\"g\":\"c\"}\nnot JSON\n");
        assertThat(log.entries()).containsExactly(new Entry(Kind.ACCEPTED, "c", ""));
        Files.delete(file());
        assertThat(log.entries()).isEmpty();
    }

    @Test
    void aLongLogKeepsItsNewerEntries() throws IOException {
        String reason = "x".repeat(450);
        for (int n = 0; n < 5_000; n++) {
            add(log, rejected("group-" + n, reason));
            if (n % 500 == 0) {
                assertThat(log.entries()).last().isEqualTo(rejected("group-" + n, reason));
            }
        }
        assertThat(log.entries()).hasSizeBetween(1_500, 4_500).last().isEqualTo(rejected("group-4999", reason));
        assertThat(log.entries()).extracting(Entry::group).doesNotContain("group-0");
    }
}
