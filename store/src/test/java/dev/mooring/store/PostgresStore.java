package dev.mooring.store;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;

/** A store in a real PostgreSQL. As root, PostgreSQL runs in a user namespace, because it refuses to run as root. */
final class PostgresStore implements AutoCloseable {
    private final EmbeddedPostgres postgres;
    private final StateStore store;

    private PostgresStore(EmbeddedPostgres postgres, StateStore store) {
        this.postgres = postgres;
        this.store = store;
    }

    /** Starts an empty database. On a busy machine that can take longer than the default timeout of 10 seconds. */
    static EmbeddedPostgres database() throws IOException {
        return EmbeddedPostgres.builder()
                .setPGStartupWait(Duration.ofMinutes(1))
                .start();
    }

    /** Opens a store in an empty database. The test fails if the store reports a problem. */
    static PostgresStore start() throws IOException {
        EmbeddedPostgres postgres = database();
        URI address = URI.create("postgresql://postgres@127.0.0.1:" + postgres.getPort() + "/postgres");
        return new PostgresStore(postgres, Stores.open(new StoreLocation.Postgresql(address), problem -> {
            throw new AssertionError(problem);
        }));
    }

    StateStore store() {
        return store;
    }

    @Override
    public void close() throws IOException {
        store.close();
        postgres.close();
    }
}
