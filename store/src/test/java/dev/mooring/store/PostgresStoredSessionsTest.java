package dev.mooring.store;

import dev.mooring.handle.HandleStores;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.net.URI;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

@Tag("process")
class PostgresStoredSessionsTest extends StoredSessionsContract {
    private static EmbeddedPostgres postgres;
    private static HandleStores stores = HandleStores.inMemory();

    @BeforeAll
    static void start() throws IOException {
        postgres = EmbeddedPostgres.start();
        stores = Stores.open(
                new StoreLocation.Postgresql(
                        URI.create("postgresql://postgres@127.0.0.1:" + postgres.getPort() + "/postgres")),
                problem -> {
                    throw new AssertionError(problem);
                });
    }

    @AfterAll
    static void stop() throws IOException {
        stores.close();
        postgres.close();
    }

    @Override
    HandleStores stores() {
        return stores;
    }
}
