package dev.mooring.store;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mooring.handle.HandleStoreUnavailable;
import dev.mooring.handle.cluster.ClusterStore;
import dev.mooring.handle.cluster.ClusterStoreContract;
import dev.mooring.handle.cluster.FencingToken;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The store of a cluster on a real PostgreSQL. Its clock cannot be moved, so the test moves the stored times instead. */
@Tag("process")
class PostgresClusterStoreTest extends ClusterStoreContract {
    private static EmbeddedPostgres postgres;

    @BeforeAll
    static void start() throws IOException {
        postgres = EmbeddedPostgres.start();
    }

    @AfterAll
    static void stop() throws IOException {
        postgres.close();
    }

    @Override
    protected ClusterStore open() {
        try {
            ClusterStore store = Stores.openCluster(new StoreLocation.Postgresql(
                    URI.create("postgresql://postgres@127.0.0.1:" + postgres.getPort() + "/postgres")));
            execute("TRUNCATE replica, owned_handle");
            return store;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    protected void advance(Duration time) {
        long millis = time.toMillis();
        execute("UPDATE replica SET lease_until = lease_until - " + millis);
        execute("UPDATE owned_handle SET changed = changed - " + millis);
    }

    @Test
    void operationFailsWithAMessageWhilePostgresqlIsDown() throws IOException {
        ClusterStore store;
        FencingToken token;
        try (EmbeddedPostgres other = EmbeddedPostgres.start()) {
            store = Stores.openCluster(new StoreLocation.Postgresql(
                    URI.create("postgresql://postgres:hush@127.0.0.1:" + other.getPort() + "/postgres")));
            token = store.join("http://here");
        }
        try (store) {
            assertThatThrownBy(() -> store.renew(token, false))
                    .isInstanceOf(HandleStoreUnavailable.class)
                    .hasMessageContaining("Check that PostgreSQL is running")
                    .hasMessageNotContaining("hush");
        }
    }

    private static void execute(String sql) {
        try (Connection connection = postgres.getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
