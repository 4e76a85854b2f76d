package dev.mooring.store;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.handle.HandleStores;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.ProtocolVersion;
import dev.mooring.mcp.server.http.sessions.StoredSession;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqliteStoredSessionsTest extends StoredSessionsContract {
    @TempDir
    private Path folder;

    private HandleStores stores = HandleStores.inMemory();

    @BeforeEach
    void openFile() {
        stores = open();
    }

    private HandleStores open() {
        return Stores.open(new StoreLocation.Sqlite(folder.resolve("store.db")), problem -> {
            throw new AssertionError(problem);
        });
    }

    @AfterEach
    void closeFile() {
        stores.close();
    }

    @Override
    HandleStores stores() {
        return stores;
    }

    @Test
    void sessionIsFoundByTheNextProcessAndTheFileDoesNotContainItsId() throws IOException {
        var session = new StoredSession("ada", ProtocolVersion.V2025_11_25, null, Json.object());
        String id = "a-session-id-that-nobody-guesses";
        StoredSessions.open(stores, "/mcp", Duration.ofHours(1), 10).put(id, session); // killed: never closed

        try (HandleStores next = open()) {
            assertThat(StoredSessions.open(next, "/mcp", Duration.ofHours(1), 10)
                            .find(id))
                    .contains(session);
        }
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files)
                    .isNotEmpty()
                    .allSatisfy(file ->
                            assertThat(Files.readString(file, ISO_8859_1)).doesNotContain(id));
        }
    }
}
