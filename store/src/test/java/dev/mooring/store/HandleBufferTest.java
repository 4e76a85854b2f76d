package dev.mooring.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.mooring.handle.HandleEnd;
import dev.mooring.handle.HandleId;
import dev.mooring.handle.HandleKey;
import dev.mooring.handle.HandleOwner;
import dev.mooring.store.HandleTable.Row;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rows on their way to SQLite. No thread flushes here, so that each test decides when a row gets there. */
class HandleBufferTest {
    private static final String SCOPE = "test";

    @TempDir
    private Path folder;

    private final List<String> problems = new ArrayList<>();
    private final List<Opened> opened = new ArrayList<>();

    private record Opened(SqliteDatabase database, HandleBuffer buffer, HandleTable table) {
        SqlHandleTable inSqlite() {
            return new SqlHandleTable(database, SCOPE);
        }

        String stateOf(HandleKey key) {
            Row row = table.find(key);
            return row == null ? "none" : row.state();
        }

        HandleKey insert(String state) {
            HandleKey key = HandleKey.of(HandleId.random());
            assertThat(table.insert(key, HandleOwner.ANONYMOUS, state, 1)).isTrue();
            return key;
        }

        boolean update(HandleKey key, String state) {
            return table.update(Objects.requireNonNull(table.find(key)), state, 2);
        }
    }

    @AfterEach
    void close() {
        for (Opened each : opened) {
            each.buffer().close();
            each.database().close();
        }
    }

    private Path file() {
        return folder.resolve("store.db");
    }

    private Path journal() {
        return HandleBuffer.journalFile(file());
    }

    private Opened open(Path file) throws IOException, SQLException {
        SqliteDatabase database = SqliteDatabase.open(file);
        database.migrate();
        HandleBuffer buffer = HandleBuffer.open(file, database, problems::add);
        var open = new Opened(database, buffer, new BufferedHandleTable(buffer, database, SCOPE));
        opened.add(open);
        return open;
    }

    /** Returns a copy of all files, as a killed process would leave them now. */
    private Path killed(String name) throws IOException {
        Path copy = Files.createDirectory(folder.resolve(name)).resolve("store.db");
        for (String suffix : List.of("", "-wal", "-pending")) {
            Files.copy(Path.of(file() + suffix), Path.of(copy + suffix));
        }
        return copy;
    }

    @Test
    void newAndChangedRowsAreFoundBeforeSqliteHasThem() throws Exception {
        Opened one = open(file());
        HandleKey key = one.insert("first");
        assertThat(one.update(key, "second")).isTrue();
        assertThat(one.stateOf(key)).isEqualTo("second");
        assertThat(one.inSqlite().find(key)).isNull();

        one.buffer().maintain();
        assertThat(Objects.requireNonNull(one.inSqlite().find(key)).state()).isEqualTo("second");
        assertThat(one.stateOf(key)).isEqualTo("second");
    }

    @Test
    void interruptWhileWaitingForTheLockIsReportedAsAnInterrupt() throws Exception {
        open(file());
        SqliteDatabase database = SqliteDatabase.open(file());
        var failure = new CompletableFuture<Throwable>();
        Thread waiting = Thread.ofPlatform().start(() -> {
            try {
                HandleBuffer.open(file(), database, problems::add).close();
                failure.complete(new AssertionError("not interrupted"));
            } catch (IOException | SQLException e) {
                failure.complete(e);
            }
        });
        await().until(() -> waiting.getState() == Thread.State.TIMED_WAITING);
        waiting.interrupt();

        assertThat(failure.get())
                .isInstanceOfSatisfying(
                        SQLException.class,
                        e -> assertThat(SqliteErrors.explain(e))
                                .contains("interrupted")
                                .doesNotContain("another process holds it"));
        waiting.join();
        database.close();
    }

    @Test
    void rowOfAnotherScopeIsNotFoundAndItsKeyIsInUse() throws Exception {
        Opened one = open(file());
        var elsewhere = new BufferedHandleTable(one.buffer(), one.database(), "elsewhere");
        HandleKey key = one.insert("here");
        assertThat(elsewhere.find(key)).isNull();
        assertThat(elsewhere.insert(key, HandleOwner.ANONYMOUS, "there", 1)).isFalse();
        assertThat(one.table().insert(key, HandleOwner.ANONYMOUS, "again", 1)).isFalse();
    }

    @Test
    void keyOfAnEarlierProcessIsInUse() throws Exception {
        HandleKey flushed = open(file()).insert("flushed");
        opened.getFirst().buffer().maintain();
        HandleKey pending = opened.getFirst().insert("pending");

        Opened next = open(killed("next"));

        assertThat(next.table().insert(flushed, HandleOwner.ANONYMOUS, "again", 1))
                .isFalse();
        assertThat(next.table().insert(pending, HandleOwner.ANONYMOUS, "again", 1))
                .isFalse();
        assertThat(next.stateOf(flushed)).isEqualTo("flushed");
        assertThat(next.stateOf(pending)).isEqualTo("pending");
    }

    @Test
    void updateOfAChangedRowFails() throws Exception {
        Opened one = open(file());
        HandleKey key = one.insert("first");
        Row before = Objects.requireNonNull(one.table().find(key));
        one.update(key, "second");
        assertThat(one.table().update(before, "third", 3)).isFalse();
        assertThat(one.stateOf(key)).isEqualTo("second");
    }

    @Test
    void otherOperationsSeeTheRowsThatWereAddedBefore() throws Exception {
        Opened one = open(file());
        HandleKey key = one.insert("first");
        assertThat(one.table().counts()).isEqualTo(Map.of(HandleOwner.ANONYMOUS, 1));
        one.update(key, "second");
        assertThat(one.table().usedUntil(10, 10)).extracting(Row::state).containsExactly("second");
        one.update(key, "third");
        assertThat(one.table().idlestOf(HandleOwner.ANONYMOUS, 10))
                .extracting(Row::state)
                .containsExactly("third");

        HandleKey used = one.insert("used");
        one.table().writeUses(Map.of(used, 7L));
        assertThat(Objects.requireNonNull(one.table().find(used)).used()).isEqualTo(7);

        HandleKey deleted = one.insert("deleted");
        assertThat(one.table().delete(Objects.requireNonNull(one.table().find(deleted))))
                .isTrue();
        assertThat(one.stateOf(deleted)).isEqualTo("none");
    }

    @Test
    void rowsOfAKilledProcessAreWrittenWhenTheStoreIsOpened() throws Exception {
        Opened one = open(file());
        HandleKey key = one.insert("first");
        HandleKey other = one.insert("other");
        one.buffer().maintain();
        one.update(key, "second");
        HandleKey last = one.insert("last");

        Opened next = open(killed("next"));
        assertThat(List.of(next.stateOf(key), next.stateOf(other), next.stateOf(last)))
                .containsExactly("second", "other", "last");
        assertThat(next.inSqlite().counts()).isEqualTo(Map.of(HandleOwner.ANONYMOUS, 3));
        assertThat(problems).isEmpty();
    }

    @Test
    void rowsOfACommittedFlushAreNotWrittenAgainByTheNextProcess() throws Exception {
        Opened one = open(file());
        HandleKey ended = one.insert("ended");
        HandleKey changed = one.insert("changed");
        Path before = Files.copy(journal(), folder.resolve("before"));
        one.table()
                .replaceByTombstone(
                        Objects.requireNonNull(one.table().find(ended)),
                        new HandleEnd(Instant.EPOCH, HandleEnd.Reason.ENDED));
        one.update(changed, "newer");
        one.buffer().maintain();

        Path copy = killed("next");
        Files.copy(before, HandleBuffer.journalFile(copy), StandardCopyOption.REPLACE_EXISTING);
        Opened next = open(copy);
        assertThat(next.stateOf(ended)).isEqualTo("none");
        assertThat(next.stateOf(changed)).isEqualTo("newer");
        assertThat(next.table().tombstone(ended)).isPresent();
    }

    @Test
    void rowsThatTwoProcessesReplayAreWrittenOnce() throws Exception {
        Opened one = open(file());
        HandleKey key = one.insert("first");
        Path copy = killed("next");
        byte[] left = Files.readAllBytes(HandleBuffer.journalFile(copy));

        Opened next = open(copy);
        assertThat(next.update(key, "second")).isTrue();
        next.buffer().close();
        Files.write(HandleBuffer.journalFile(copy), left);
        assertThat(open(copy).stateOf(key)).isEqualTo("second");
    }

    @Test
    void newDatabaseIgnoresTheJournalOfADeletedOne() throws Exception {
        HandleKey key = open(file()).insert("first");
        Path copy = killed("next");
        Files.delete(copy);
        Files.delete(Path.of(copy + "-wal"));
        assertThat(open(copy).stateOf(key)).isEqualTo("none");
        assertThat(problems).isEmpty();
    }

    @Test
    void rowsWaitWhileSqliteFailsAndReachItAfterwards() throws Exception {
        Opened one = open(file());
        HandleKey key = one.insert("first");
        fail(one);
        assertThatThrownBy(() -> one.table().counts()).isInstanceOf(StoreFailed.class);
        assertThat(one.update(key, "second")).isTrue();
        assertThat(one.stateOf(key)).isEqualTo("second");

        one.database().run(statements -> statements.prepare("DROP TRIGGER fail").execute());
        assertThat(one.table().counts()).isEqualTo(Map.of(HandleOwner.ANONYMOUS, 1));
        assertThat(Objects.requireNonNull(one.inSqlite().find(key)).state()).isEqualTo("second");
    }

    private static void fail(Opened one) {
        one.database()
                .run(statements -> statements
                        .prepare("CREATE TRIGGER fail BEFORE INSERT ON handle BEGIN SELECT RAISE(ABORT, 'no'); END")
                        .execute());
    }

    @Test
    void fullJournalIsFlushedAndFailsWhileSqliteFails() throws Exception {
        Opened one = open(file());
        String large = "x".repeat(HandleJournal.SIZE / 4);
        List<HandleKey> keys = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            keys.add(one.insert(large + i));
        }
        fail(one);
        assertThatThrownBy(() -> {
                    for (int i = 10; i < 20; i++) {
                        keys.add(one.insert(large + i));
                    }
                })
                .isInstanceOf(StoreFailed.class);
        assertThat(keys).hasSize(12);
        for (int i = 0; i < keys.size(); i++) {
            assertThat(one.stateOf(keys.get(i))).isEqualTo(large + i);
        }
        one.database().run(statements -> statements.prepare("DROP TRIGGER fail").execute());
    }

    @Test
    void rowThatIsLargerThanTheJournalIsWrittenToSqlite() throws Exception {
        Opened one = open(file());
        String large = "x".repeat(HandleJournal.SIZE);
        HandleKey key = one.insert("first");
        assertThat(one.update(key, large + 1)).isTrue();
        assertThat(one.stateOf(key)).isEqualTo(large + 1);
        assertThat(one.stateOf(one.insert(large))).isEqualTo(large);
        assertThat(one.update(key, "last")).isTrue();
        assertThat(open(killed("next")).stateOf(key)).isEqualTo("last");
    }

    @Test
    void rowsAreWrittenToSqliteIfTheJournalWasCut() throws Exception {
        Opened one = open(file());
        HandleKey key = one.insert("first");
        try (FileChannel channel = FileChannel.open(journal(), StandardOpenOption.WRITE)) {
            channel.truncate(0);
        }
        assertThat(one.update(key, "second")).isTrue();
        HandleKey other = one.insert("other");
        assertThat(Objects.requireNonNull(one.inSqlite().find(key)).state()).isEqualTo("second");
        assertThat(one.inSqlite().find(other)).isNotNull();
        assertThat(one.stateOf(key)).isEqualTo("second");
    }

    @Test
    void manyLargeStatesAreFoundInTheDatabase() throws Exception {
        Opened one = open(file());
        String large = "x".repeat(HandleJournal.SIZE / 2);
        List<HandleKey> keys = new ArrayList<>();
        for (int i = 0; i < 80; i++) { // more than the buffer caches
            keys.add(one.insert(large + i));
        }
        for (int i = 0; i < keys.size(); i++) {
            assertThat(one.stateOf(keys.get(i))).isEqualTo(large + i);
        }
    }

    @Test
    void damagedJournalIsMovedAsideReportedAndReplaced() throws Exception {
        Files.writeString(journal(), "This is no journal.");
        Opened one = open(file());
        assertThat(one.stateOf(one.insert("works"))).isEqualTo("works");
        assertThat(problems)
                .singleElement()
                .asString()
                .contains(journal() + ", is damaged")
                .contains("was moved to " + journal() + ".damaged-");
        try (var files = Files.list(folder)) {
            assertThat(files).anyMatch(each -> each.toString().contains("-pending.damaged-"));
        }
    }

    @Test
    void journalOfANewerVersionIsMovedAsideAndReported() throws Exception {
        open(file());
        Path copy = killed("next");
        byte[] newer = Files.readAllBytes(HandleBuffer.journalFile(copy));
        newer[7] = 99;
        Files.write(HandleBuffer.journalFile(copy), newer);
        open(copy);
        assertThat(problems).singleElement().asString().contains("was written by a newer version of Mooring");
    }

    @Test
    void storeWhoseLockAnotherProcessDoesNotReleaseIsReported() throws Exception {
        open(file()); // does not answer, because nothing maintains it
        List<String> reported = new ArrayList<>();
        try (StateStore stores = Stores.open(new StoreLocation.Sqlite(file()), reported::add)) {
            assertThat(stores.isDurable()).isFalse();
        }
        assertThat(reported)
                .singleElement()
                .asString()
                .contains("Cannot use the store " + file() + ": another process holds it. Stop that process");
    }
}
