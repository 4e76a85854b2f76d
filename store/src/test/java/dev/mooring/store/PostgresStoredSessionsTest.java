package dev.mooring.store;

import dev.mooring.handle.HandleStores;
import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

@Tag("process")
class PostgresStoredSessionsTest extends StoredSessionsContract {
    private static PostgresStore postgres;

    @BeforeAll
    static void start() throws IOException {
        postgres = PostgresStore.start();
    }

    @AfterAll
    static void stop() throws IOException {
        postgres.close();
    }

    @Override
    HandleStores stores() {
        return postgres.store();
    }
}
