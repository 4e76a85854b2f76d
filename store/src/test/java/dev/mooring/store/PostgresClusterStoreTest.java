package dev.mooring.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mooring.handle.HandleId;
import dev.mooring.handle.HandleKey;
import dev.mooring.handle.HandleLimits;
import dev.mooring.handle.HandleOwner;
import dev.mooring.handle.HandleStoreUnavailable;
import dev.mooring.handle.cluster.ClusterStore;
import dev.mooring.handle.cluster.ClusterStoreContract;
import dev.mooring.handle.cluster.FencingToken;
import dev.mooring.handle.cluster.OwnResult;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The store of a cluster on a real PostgreSQL. Its clock cannot be moved, so the test moves the stored times instead. */
@Tag("process")
class PostgresClusterStoreTest extends ClusterStoreContract {
    private static final String SCOPE = "many";
    private static final HandleOwner ADA = HandleOwner.principal("ada");

    private static EmbeddedPostgres postgres;

    @BeforeAll
    static void start() throws IOException {
        postgres = PostgresStore.database();
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
        execute("UPDATE replica SET lease_until = lease_until - " + millis + ", held_since = held_since - " + millis);
        execute("UPDATE owned_handle SET changed = changed - " + millis);
    }

    @Test
    void operationFailsWithAMessageWhilePostgresqlIsDown() throws IOException {
        ClusterStore store;
        FencingToken token;
        try (EmbeddedPostgres other = PostgresStore.database()) {
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

    @Test
    void limitOfManyHandlesHoldsWithinATenthAcrossReplicas() throws Exception {
        var limits = new HandleLimits(Duration.ofHours(1), 2_000, 2_000);
        try (ClusterStore one = open();
                ClusterStore other = open()) {
            List<FencingToken> tokens = List.of(one.join("http://one"), other.join("http://other"));
            addHandles(1_900, tokens.getFirst());
            for (int i = 0; i < 400; i++) {
                one.own(HandleKey.of(HandleId.random()), SCOPE, ADA, limits, tokens.getFirst());
                other.own(HandleKey.of(HandleId.random()), SCOPE, ADA, limits, tokens.getLast());
            }
        }

        assertThat(countHandles()).isBetween(2_000L, 2_200L);
    }

    @Test
    void endedHandleMakesRoomAtOnceAlsoAmongManyHandles() throws Exception {
        for (HandleLimits limits : List.of(
                new HandleLimits(Duration.ofHours(1), 1_500, 1_500),
                new HandleLimits(Duration.ofHours(1), 1_500, 100_000))) {
            try (ClusterStore store = open()) {
                FencingToken token = store.join("http://here");
                addHandles(1_499, token);
                HandleKey last = HandleKey.of(HandleId.random());
                HandleKey next = HandleKey.of(HandleId.random());
                assertThat(store.own(last, SCOPE, ADA, limits, token)).isInstanceOf(OwnResult.Owned.class);
                assertThat(store.own(next, SCOPE, ADA, limits, token)).isInstanceOf(OwnResult.LimitReached.class);

                store.end(last, token.replica());

                assertThat(store.own(next, SCOPE, ADA, limits, token)).isInstanceOf(OwnResult.Owned.class);
                assertThat(countHandles()).isEqualTo(1_500);
            }
        }
    }

    /** Adds handles of Ada. */
    private static void addHandles(int number, FencingToken owner) {
        execute("INSERT INTO owned_handle (key, scope, caller, replica, version, lost, changed)"
                + " SELECT decode(md5(i::TEXT), 'hex'), '" + SCOPE + "', '" + SqlHandleTable.text(ADA) + "', "
                + owner.replica().number() + ", 1, FALSE, 0 FROM generate_series(1, " + number + ") i");
    }

    private static long countHandles() throws SQLException {
        try (Connection connection = postgres.getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery("SELECT COUNT(*) FROM owned_handle")) {
            found.next();
            return found.getLong(1);
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
