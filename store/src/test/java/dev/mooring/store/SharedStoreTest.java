package dev.mooring.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mooring.handle.HandleOwner;
import dev.mooring.handle.Handles;
import dev.mooring.handle.Lookup;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Several processes on one SQLite file, at the same time and after each other. */
@Timeout(120)
class SharedStoreTest {
    private static final int KILLS = 5;

    @TempDir
    private Path folder;

    private Path file() {
        return folder.resolve("store.db");
    }

    private StateStore open() {
        return Stores.open(new StoreLocation.Sqlite(file()), problem -> {
            throw new AssertionError(problem);
        });
    }

    private static int state(Handles<Integer> handles, String id) {
        return handles.find(id, HandleOwner.ANONYMOUS) instanceof Lookup.Found<Integer>(var handle)
                ? handle.state()
                : -1;
    }

    @Test
    @Tag("process")
    void killedProcessLosesNoHandleAndNoStateThatItHasStored() throws Exception {
        Map<String, Integer> stored = new HashMap<>();
        for (int i = 0; i < KILLS; i++) {
            int lines = ThreadLocalRandom.current().nextInt(1, 3_000);
            try (StoreProcess process = StoreProcess.counting(file())) {
                String line = process.line();
                for (int n = 1; line != null; n++) {
                    int space = line.indexOf(' ');
                    if (space > 0 && space + 2 == line.length()) { // else cut by the kill
                        stored.put(line.substring(0, space), Integer.valueOf(line.substring(space + 1)));
                    }
                    if (n == lines) {
                        process.kill();
                    }
                    line = process.line();
                }
            }
            try (StateStore stores = open()) {
                Handles<Integer> handles = StoreProcess.open(stores);
                stored.forEach((id, least) ->
                        assertThat(state(handles, id)).as("state of %s", id).isBetween(least, least + 1));
            }
        }
    }

    @Test
    @Tag("process")
    void processesThatShareAFileSeeEachOthersChangesAtOnce() throws Exception {
        try (StateStore stores = open()) {
            Handles<Integer> handles = StoreProcess.open(stores);
            String early = StoreProcess.mint(handles);
            assertThat(StoreProcess.increment(handles, early)).isEqualTo("1");
            try (StoreProcess other = StoreProcess.obeying(file())) {
                assertThat(other.increment(early)).isEqualTo("2");
                for (int i = 3; i < 50; i += 2) {
                    assertThat(StoreProcess.increment(handles, early)).isEqualTo(String.valueOf(i));
                    assertThat(other.increment(early)).isEqualTo(String.valueOf(i + 1));
                }
                String late = StoreProcess.mint(handles);
                assertThat(other.increment(late)).isEqualTo("1");
                assertThat(state(handles, late)).isEqualTo(1);
            }
            assertThat(StoreProcess.increment(handles, early)).isEqualTo("51");
        }
    }

    @Test
    @Tag("process")
    void processContinuesAfterTheOneThatItWaitsForIsKilled() throws Exception {
        String line;
        try (StoreProcess killed = StoreProcess.counting(file());
                StoreProcess waiting = StoreProcess.obeying(file())) {
            line = String.valueOf(killed.line());
            killed.kill();
            assertThat(waiting.increment(line.substring(0, line.indexOf(' ')))).matches("[1-4]");
        }
    }

    @Test
    void updatesAreNotLostWhileProcessesComeAndGo() throws Exception {
        String id;
        try (StateStore stores = open()) {
            id = StoreProcess.mint(StoreProcess.open(stores));
        }
        int rounds = 8;
        int increments = 20;
        int parties = 3;
        Callable<Void> party = () -> {
            for (int round = 0; round < rounds; round++) {
                try (StateStore stores = open()) {
                    Handles<Integer> handles = StoreProcess.open(stores);
                    for (int i = 0; i < increments; i++) {
                        assertThat(StoreProcess.increment(handles, id)).isNotEqualTo("unknown");
                    }
                }
            }
            return null;
        };
        try (var threads =
                Executors.newThreadPerTaskExecutor(Thread.ofPlatform().factory())) {
            List<Future<Void>> running = new ArrayList<>();
            for (int i = 0; i < parties; i++) {
                running.add(threads.submit(party));
            }
            for (Future<Void> each : running) {
                each.get();
            }
        }
        try (StateStore stores = open()) {
            assertThat(state(StoreProcess.open(stores), id)).isEqualTo(parties * rounds * increments);
        }
    }

    @Test
    void newRowsReachTheDatabaseWithoutAnotherCall() throws Exception {
        try (StateStore stores = open();
                SqliteDatabase reader = SqliteDatabase.open(file())) {
            String id = StoreProcess.mint(StoreProcess.open(stores));
            assertThat(id).isNotEmpty();
            var table = new SqlHandleTable(reader, StoreProcess.SCOPE);
            await().atMost(Duration.ofSeconds(10))
                    .until(() -> table.counts().getOrDefault(HandleOwner.ANONYMOUS, 0) == 1);
        }
    }
}
