package dev.mooring.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mooring.handle.HandleId;
import dev.mooring.handle.HandleKey;
import dev.mooring.handle.HandleOwner;
import dev.mooring.store.HandleTable.Row;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The file of a journal: written, cut, damaged. */
class HandleJournalTest {
    private static final long GENERATION = 41;
    private static final int HEADER = 16;

    @TempDir
    private Path folder;

    private Path file() {
        return folder.resolve("store.db-pending");
    }

    private static ScopedRow row(int number) {
        HandleOwner owner = number % 2 == 0 ? HandleOwner.ANONYMOUS : HandleOwner.principal("ada " + number);
        return new ScopedRow(
                "scope " + number,
                new Row(HandleKey.of(HandleId.random()), owner, "{\"é\":" + number + "}", 1_000L + number, number));
    }

    private static List<ScopedRow> rows(int count) {
        return IntStream.range(0, count).mapToObj(HandleJournalTest::row).toList();
    }

    private void write(long generation, List<ScopedRow> rows) throws IOException {
        try (HandleJournal journal = HandleJournal.open(file())) {
            journal.begin(generation);
            for (ScopedRow each : rows) {
                assertThat(journal.append(each)).isTrue();
            }
        }
    }

    private List<ScopedRow> read(long generation) throws IOException {
        try (HandleJournal journal = HandleJournal.open(file())) {
            return journal.read(generation);
        }
    }

    private static int size(ScopedRow row) {
        return 16 + row.encode().length;
    }

    @Test
    void rowsAreReadInTheOrderInWhichTheyWereAppended() throws IOException {
        List<ScopedRow> rows = rows(5);
        write(GENERATION, rows);
        assertThat(read(GENERATION)).isEqualTo(rows);
    }

    @Test
    void rowsOfAnotherGenerationAreNotRead() throws IOException {
        write(GENERATION, rows(5));
        assertThat(read(GENERATION - 1)).isEmpty();
        assertThat(read(GENERATION + 1)).isEmpty();

        List<ScopedRow> next = rows(2); // the rest of the generation before follows them
        write(GENERATION + 1, next);
        assertThat(read(GENERATION + 1)).isEqualTo(next);
        assertThat(read(GENERATION)).isEmpty();
    }

    @Test
    void fullJournalTakesNoRow() throws IOException {
        try (HandleJournal journal = HandleJournal.open(file())) {
            journal.begin(GENERATION);
            int appended = 0;
            while (journal.append(row(0))) {
                appended++;
            }
            assertThat(journal.read(GENERATION)).hasSize(appended);
            assertThat(Files.size(file())).isEqualTo(HandleJournal.SIZE);
            assertThat(HandleJournal.SIZE - HEADER - appended * size(row(0))).isBetween(0, size(row(0)) - 1);
        }
    }

    @Test
    void journalThatIsCutAtAnyByteHasTheCompleteRowsBeforeTheCut() throws IOException {
        List<ScopedRow> rows = rows(3);
        write(GENERATION, rows);
        byte[] whole = Files.readAllBytes(file());
        int end = HEADER + rows.stream().mapToInt(HandleJournalTest::size).sum();
        for (int cut = 0; cut <= end; cut++) {
            Files.write(file(), Arrays.copyOf(whole, cut));
            if (cut > 0 && cut < 8) {
                assertThatThrownBy(() -> read(GENERATION)).isInstanceOf(HandleJournal.Unreadable.class);
            } else {
                int complete = 0;
                for (int at = HEADER; complete < rows.size() && at + size(rows.get(complete)) <= cut; complete++) {
                    at += size(rows.get(complete));
                }
                assertThat(read(GENERATION)).as("cut at %s", cut).isEqualTo(rows.subList(0, complete));
            }
        }
    }

    @Test
    void changedByteEndsTheJournalBeforeItsRow() throws IOException {
        List<ScopedRow> rows = rows(3);
        write(GENERATION, rows);
        byte[] whole = Files.readAllBytes(file());
        int begin = HEADER + size(rows.getFirst());
        for (int at = begin; at < begin + size(rows.get(1)); at++) {
            byte[] changed = whole.clone();
            changed[at] ^= 0x10;
            Files.write(file(), changed);
            assertThat(read(GENERATION)).as("changed at %s", at).isEqualTo(rows.subList(0, 1));
        }
    }

    @Test
    void requestToStopReachesTheProcessThatAppends() throws IOException {
        HandleJournal.requestStop(file());
        assertThat(file()).doesNotExist();
        try (HandleJournal journal = HandleJournal.open(file())) {
            assertThat(journal.isStopRequested()).isFalse();
            HandleJournal.requestStop(file());
            assertThat(journal.isStopRequested()).isTrue();
            journal.clearStopRequest();
            assertThat(journal.isStopRequested()).isFalse();
        }
    }
}
