package dev.mooring.store;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.mooring.handle.Handle;
import dev.mooring.handle.HandleCodec;
import dev.mooring.handle.HandleEnd;
import dev.mooring.handle.HandleId;
import dev.mooring.handle.HandleKey;
import dev.mooring.handle.HandleLimits;
import dev.mooring.handle.HandleOwner;
import dev.mooring.handle.HandleStore;
import dev.mooring.handle.HandleStoreOptions;
import dev.mooring.handle.HandleStoreUnavailable;
import dev.mooring.handle.HandleStores;
import dev.mooring.handle.Handles;
import dev.mooring.handle.Lookup;
import dev.mooring.handle.MintResult;
import dev.mooring.handle.MovableClock;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A SQLite file over its life: opened again, shared, copied, damaged. */
class StoresTest {
    private static final HandleCodec<String> TEXT = new HandleCodec<>() {
        @Override
        public String encode(String state) {
            return "\"" + state + "\"";
        }

        @Override
        public String decode(String json) {
            if (!json.startsWith("\"")) {
                throw new IllegalArgumentException("not a text");
            }
            return json.substring(1, json.length() - 1);
        }
    };

    @TempDir
    private Path folder;

    private final MovableClock clock = new MovableClock();
    private final List<String> problems = new ArrayList<>();
    private final List<AutoCloseable> opened = new ArrayList<>();

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable each : opened.reversed()) {
            each.close();
        }
    }

    private Path file() {
        return folder.resolve("state/store.db");
    }

    /** A place with one store. */
    private record Opened(HandleStores stores, HandleStore<String> store, Handles<String> handles) {
        void close() {
            store.close();
            stores.close();
        }

        String mint(String state) {
            return ((MintResult.Minted<String>) handles.mint(HandleOwner.ANONYMOUS, state))
                    .handle()
                    .id()
                    .text();
        }

        Lookup<String> find(String id) {
            return handles.find(id, HandleOwner.ANONYMOUS);
        }

        String stateOf(String id) {
            return ((Lookup.Found<String>) find(id)).handle().state();
        }
    }

    /** Mints a handle that the next process has to look up in the file. */
    private String mintAndClose(String state) throws IOException {
        Opened first = open(file());
        String id = first.mint(state);
        first.close();
        opened.clear();
        return id;
    }

    private Opened open(Path at) throws IOException {
        HandleStores stores = Stores.open(new StoreLocation.Sqlite(at), problems::add);
        opened.add(stores);
        HandleStore<String> store = stores.open(
                "test",
                TEXT,
                HandleStoreOptions.<String>of(HandleLimits.DEFAULT).clock(clock));
        return new Opened(stores, store, new Handles<>(store));
    }

    private void sql(String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file());
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Test
    void handleOutlivesTheStoreThatMintedIt() throws Exception {
        Opened first = open(file());
        String id = first.mint("one");
        first.handles().update(id, HandleOwner.ANONYMOUS, _ -> "two");
        String ended = first.mint("three");
        first.handles().end(ended, HandleOwner.ANONYMOUS);
        // Not closed: a killed process closes nothing.

        Opened second = open(file());
        assertThat(second.stateOf(id)).isEqualTo("two");
        assertThat(second.find(ended)).isInstanceOf(Lookup.Ended.class);
        assertThat(second.store().count()).isEqualTo(1);
        assertThat(problems).isEmpty();
    }

    @Test
    void processesThatShareAFileSeeEachOthersHandles() throws Exception {
        Opened one = open(file());
        Opened other = open(file());
        String id = one.mint("one");
        assertThat(other.stateOf(id)).isEqualTo("one");
        other.handles().update(id, HandleOwner.ANONYMOUS, _ -> "two");
        assertThat(one.stateOf(id)).isEqualTo("two");
    }

    @Test
    void scopesAreSeparate() throws Exception {
        Opened one = open(file());
        String id = one.mint("one");
        HandleStore<String> elsewhere =
                one.stores().open("elsewhere", TEXT, HandleStoreOptions.of(HandleLimits.DEFAULT));
        assertThat(new Handles<>(elsewhere).find(id, HandleOwner.ANONYMOUS)).isInstanceOf(Lookup.NotFound.class);
        assertThat(elsewhere.count()).isZero();
    }

    @Test
    void fileIsReadableOnlyByItsOwnerAndHoldsNoUsableHandle() throws Exception {
        Opened one = open(file());
        String id = one.mint("one");
        try (Stream<Path> files = Files.list(file().getParent())) {
            assertThat(files).hasSizeGreaterThan(1).allSatisfy(each -> {
                assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(each)))
                        .isEqualTo("rw-------");
                assertThat(Files.readString(each, ISO_8859_1)).doesNotContain(id);
            });
        }
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file().getParent())))
                .isEqualTo("rwx------");
    }

    @Test
    void lookupsAndUnchangedStatesWriteNothingWithinAMinute() throws Exception {
        Opened one = open(file());
        String id = one.mint("one");
        await().until(() -> storedHandles() == 1);
        long before = Files.size(wal());
        byte[] journal = Files.readAllBytes(HandleBuffer.journalFile(file()));
        for (int i = 0; i < 50; i++) {
            clock.advance(Duration.ofSeconds(1));
            one.stateOf(id);
            one.handles().update(id, HandleOwner.ANONYMOUS, state -> state);
        }
        assertThat(Files.size(wal())).isEqualTo(before);
        assertThat(HandleBuffer.journalFile(file())).hasBinaryContent(journal);
    }

    private Path wal() {
        return file().resolveSibling("store.db-wal");
    }

    @Test
    void useIsWrittenAfterAMinuteAndAtTheLatestWhenTheStoreIsClosed() throws Exception {
        Opened first = open(file());
        String id = first.mint("one");
        clock.advance(Duration.ofMinutes(59));
        first.stateOf(id);
        await().until(() -> lastStoredUse() == clock.instant().toEpochMilli());
        clock.advance(Duration.ofSeconds(30));
        first.stateOf(id);
        first.close();
        opened.clear();

        assertThat(lastStoredUse()).isEqualTo(clock.instant().toEpochMilli());
        clock.advance(Duration.ofMinutes(59));
        assertThat(open(file()).stateOf(id)).isEqualTo("one");
    }

    private long lastStoredUse() throws SQLException {
        return number("SELECT MAX(used) FROM handle");
    }

    @Test
    void stateIsParsedOnceForOperationsInARow() throws Exception {
        String id = mintAndClose("one");
        var parsed = new AtomicInteger();
        HandleCodec<String> counting = new HandleCodec<>() {
            @Override
            public String encode(String state) {
                return TEXT.encode(state);
            }

            @Override
            public String decode(String json) {
                parsed.incrementAndGet();
                return TEXT.decode(json);
            }
        };
        var handles = new Handles<>(open(file())
                .stores()
                .open(
                        "test",
                        counting,
                        HandleStoreOptions.<String>of(HandleLimits.DEFAULT).clock(clock)));
        for (int i = 0; i < 5; i++) {
            handles.find(id, HandleOwner.ANONYMOUS);
            handles.update(id, HandleOwner.ANONYMOUS, state -> state + "!");
        }
        assertThat(handles.find(id, HandleOwner.ANONYMOUS))
                .isEqualTo(new Lookup.Found<>(new Handle<>(new HandleId(id), HandleOwner.ANONYMOUS, "one!!!!!")));
        assertThat(parsed).hasValue(1);
    }

    @Test
    void stateThatThisVersionCannotReadIsReportedAsLost() throws Exception {
        String id = mintAndClose("one");
        sql("UPDATE handle SET state = '{}'");
        assertThat(open(file()).find(id))
                .isEqualTo(new Lookup.Ended<>(new HandleEnd(clock.instant(), HandleEnd.Reason.LOST)));
    }

    @Test
    void newerSchemaIsRefusedWithAClearMessageAndLeftUntouched() throws Exception {
        Opened first = open(file());
        String id = first.mint("one");
        first.close();
        opened.clear();
        sql("UPDATE mooring_schema SET version = 99");

        Opened second = open(file());
        assertThat(second.stores().isDurable()).isFalse();
        assertThat(second.stateOf(second.mint("works"))).isEqualTo("works");
        assertThat(problems)
                .singleElement()
                .asString()
                .contains(file().toString())
                .contains("written by a newer version of Mooring (schema 99; this version supports up to 6)")
                .contains("Update Mooring, or choose another file with --store");
        sql("UPDATE mooring_schema SET version = 6");
        assertThat(open(file()).stateOf(id)).isEqualTo("one");
    }

    @Test
    void damagedFileIsMovedAsideReportedAndReplaced() throws Exception {
        Opened first = open(file());
        for (int i = 0; i < 500; i++) {
            first.mint("state " + i);
        }
        first.close();
        opened.clear();
        try (FileChannel channel = FileChannel.open(file(), StandardOpenOption.WRITE)) {
            channel.truncate(channel.size() / 2);
        }

        Opened second = open(file());
        assertThat(second.stores().isDurable()).isTrue();
        assertThat(second.stateOf(second.mint("works"))).isEqualTo("works");
        assertThat(problems).singleElement().asString().contains("is damaged").contains("was moved to");
        try (Stream<Path> files = Files.list(file().getParent())) {
            assertThat(files.map(each -> each.getFileName().toString())).anyMatch(name -> name.contains(".damaged-"));
        }
    }

    @Test
    void fileThatIsNoDatabaseIsMovedAside() throws Exception {
        Files.createDirectories(file().getParent());
        Files.writeString(file(), "This is a text, and long enough to be no empty database. ".repeat(20));

        assertThat(open(file()).stores().isDurable()).isTrue();
        assertThat(problems).singleElement().asString().contains("is damaged");
    }

    @Test
    void placeThatCannotBeWrittenIsReportedAndSessionsAreKeptInMemory() throws Exception {
        Path notAFolder = Files.writeString(folder.resolve("file"), "");

        Opened one = open(notAFolder.resolve("store.db"));
        assertThat(one.stores().isDurable()).isFalse();
        assertThat(one.stateOf(one.mint("works"))).isEqualTo("works");
        assertThat(problems)
                .singleElement()
                .asString()
                .contains("Check the permissions")
                .contains("sessions and sign-ins are kept in memory");
    }

    @Test
    void newHandlesAndChangedStatesSurviveWhileWritesFail() throws Exception {
        Opened one = open(file());
        String before = one.mint("before");
        failWrites();

        String meanwhile = one.mint("meanwhile");
        assertThat(one.stateOf(meanwhile)).isEqualTo("meanwhile");
        one.handles().update(before, HandleOwner.ANONYMOUS, _ -> "changed");
        one.close();
        opened.clear();

        sql("DROP TRIGGER fail_insert");
        sql("DROP TRIGGER fail_update");
        Opened next = open(file());
        assertThat(next.stateOf(meanwhile)).isEqualTo("meanwhile");
        assertThat(next.stateOf(before)).isEqualTo("changed");
        assertThat(problems).isEmpty();
    }

    @Test
    void newHandlesAndChangedStatesAreKeptInMemoryWhileWritesFailAndTheJournalIsFull() throws Exception {
        Opened one = open(file());
        String before = one.mint("before");
        failWrites();
        String large = "x".repeat(HandleJournal.SIZE - 1_000);
        one.mint(large);

        String meanwhile = one.mint("meanwhile " + large);
        assertThat(one.stateOf(meanwhile)).startsWith("meanwhile");
        one.handles().update(before, HandleOwner.ANONYMOUS, _ -> "changed " + large);
        assertThat(one.stateOf(before)).startsWith("changed");
        assertThat(one.store().remove(HandleKey.of(new HandleId(meanwhile)), HandleEnd.Reason.ENDED))
                .isTrue();
        one.close();
        opened.clear();

        sql("DROP TRIGGER fail_insert");
        sql("DROP TRIGGER fail_update");
        assertThat(open(file()).stateOf(before)).isEqualTo("before");
    }

    /** A trigger fails the writes of all connections. */
    private void failWrites() throws SQLException {
        sql("CREATE TRIGGER fail_insert BEFORE INSERT ON handle BEGIN SELECT RAISE(ABORT, 'no'); END");
        sql("CREATE TRIGGER fail_update BEFORE UPDATE ON handle BEGIN SELECT RAISE(ABORT, 'no'); END");
    }

    @Test
    void lookupInAnUnreadableStoreFailsInsteadOfReportingAnUnknownHandle() throws Exception {
        String id = mintAndClose("one");
        Opened one = open(file());
        sql("DROP TABLE handle");

        assertThatThrownBy(() -> one.find(id))
                .isInstanceOf(HandleStoreUnavailable.class)
                .hasMessageContaining("nothing was done")
                .hasMessageContaining(file().toString());
        assertThat(one.stateOf(one.mint("works"))).isEqualTo("works");
    }

    private long storedHandles() throws SQLException {
        return number("SELECT COUNT(*) FROM handle");
    }

    private long number(String query) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file());
                Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery(query)) {
            return found.getLong(1);
        }
    }

    @Test
    void copyOfTheFileIsABackup() throws Exception {
        Opened one = open(file());
        String id = one.mint("one");
        await().until(() -> storedHandles() == 1);
        Path backup = folder.resolve("backup.db");
        sql("VACUUM INTO '" + backup + "'");
        one.handles().end(id, HandleOwner.ANONYMOUS);

        assertThat(open(backup).stateOf(id)).isEqualTo("one");
    }

    @Test
    void failureOfABackgroundTaskDoesNotEndItsSchedule() {
        assertThatCode(() -> Stores.runOrLog(() -> {
                    throw new IllegalStateException("a defect");
                }))
                .doesNotThrowAnyException();
    }

    @Test
    void locationsAreParsedAndPrintedWithoutSecrets() {
        assertThat(StoreLocation.parse("memory")).hasToString("memory");
        assertThat(StoreLocation.parse("sqlite:/a/b.db")).isEqualTo(new StoreLocation.Sqlite(Path.of("/a/b.db")));
        assertThat(StoreLocation.parse("postgresql://ada:secret@db.example:5433/mooring?sslmode=require"))
                .hasToString("postgresql://db.example:5433/mooring")
                .isInstanceOfSatisfying(StoreLocation.Postgresql.class, location -> {
                    assertThat(location.jdbcUrl())
                            .isEqualTo("jdbc:postgresql://db.example:5433/mooring?sslmode=require");
                    assertThat(location.user()).isEqualTo("ada");
                    assertThat(location.password()).isEqualTo("secret");
                });
        for (String wrong : List.of("", "sqlite:", "mysql://x/y", "postgresql://ada:secret@/x", "postgresql://host")) {
            assertThatThrownBy(() -> StoreLocation.parse(wrong))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageNotContaining("secret");
        }
    }

    @Test
    void unreachablePostgresqlIsAnErrorThatNamesTheAddressWithoutThePassword() {
        assertThatThrownBy(() ->
                        Stores.open(StoreLocation.parse("postgresql://ada:secret@127.0.0.1:1/mooring"), problems::add))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("Cannot connect to postgresql://127.0.0.1:1/mooring")
                .hasMessageNotContaining("secret");
    }
}
