package dev.mooring.store;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mooring.auth.grant.AuthorizationStore;
import dev.mooring.auth.grant.AuthorizationStoreContract;
import dev.mooring.auth.grant.AuthorizationStoreUnavailable;
import dev.mooring.auth.grant.SigningKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlite.JDBC;

class SqliteAuthorizationStoreTest extends AuthorizationStoreContract {
    @TempDir
    private Path folder;

    private StateStore store;

    @BeforeEach
    void openFile() {
        store = openAgain();
    }

    private StateStore openAgain() {
        return Stores.open(new StoreLocation.Sqlite(folder.resolve("store.db")), problem -> {
            throw new AssertionError(problem);
        });
    }

    @Override
    protected AuthorizationStore open() {
        return store.authorization("notes");
    }

    @AfterEach
    void closeFile() {
        store.close();
    }

    @Test
    void keysOutliveTheProcessAndOnlyTheOwnerCanReadThem() throws IOException {
        SigningKey key = new SigningKey("id", "a private key", Instant.ofEpochMilli(1));
        open().addKey(key);
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files.toList())
                    .isNotEmpty()
                    .allSatisfy(file -> assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                            .isEqualTo("rw-------"));
        }
        store.close();
        store = openAgain();
        assertThat(open().keys()).containsExactly(key);
        assertThat(Files.readString(folder.resolve("store.db"), ISO_8859_1)).contains("a private key");
    }

    @Test
    void fileOfTheFirstVersionGetsTheTables() throws SQLException {
        store.close();
        try (Connection connection =
                        JDBC.createConnection("jdbc:sqlite:" + folder.resolve("store.db"), new Properties());
                Statement statement = connection.createStatement()) {
            List<String> newer = new ArrayList<>();
            try (ResultSet tables = statement.executeQuery("SELECT name FROM sqlite_master WHERE type = 'table'"
                    + " AND name NOT IN ('mooring_schema', 'handle', 'ended_handle')")) {
                while (tables.next()) {
                    newer.add(tables.getString(1));
                }
            }
            assertThat(newer).contains("auth_grant");
            for (String table : newer) {
                statement.execute("DROP TABLE " + table);
            }
            statement.execute("UPDATE mooring_schema SET version = 1");
        }
        store = openAgain();
        assertThat(open().keys()).isEmpty();
        assertThat(store.isDurable()).isTrue();
    }

    @Test
    void serversInOneDatabaseAreSeparate() {
        store.authorization("one").addKey(new SigningKey("id", "{}", Instant.EPOCH));
        assertThat(store.authorization("two").keys()).isEmpty();
    }

    @Test
    void storeThatFailsIsUnavailable() {
        AuthorizationStore open = open();
        store.close();
        assertThatThrownBy(open::keys)
                .isInstanceOf(AuthorizationStoreUnavailable.class)
                .hasMessageContaining("store.db");
    }
}
