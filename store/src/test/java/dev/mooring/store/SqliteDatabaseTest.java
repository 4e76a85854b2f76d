package dev.mooring.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.sql.PreparedStatement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqliteDatabaseTest {
    @TempDir
    private Path folder;

    private static int insert(Database database) {
        return database.transact(statements -> {
            PreparedStatement insert = statements.prepare("INSERT INTO large (text) VALUES (?)");
            insert.setString(1, "x".repeat(100_000));
            return insert.executeUpdate();
        });
    }

    private static void limitPages(Database database, int count) {
        database.run(statements -> statements
                .prepare("PRAGMA max_page_count = " + count)
                .executeQuery()
                .next());
    }

    @Test
    void fullDiskIsReportedEachTimeAndWritesWorkAfterwards() throws Exception {
        try (SqliteDatabase database = SqliteDatabase.open(folder.resolve("store.db"))) {
            database.run(statements ->
                    statements.prepare("CREATE TABLE large (text TEXT)").execute());
            assertThat(insert(database)).isEqualTo(1);
            limitPages(database, 1); // SQLite rounds it up to the present size
            for (int i = 0; i < 3; i++) {
                assertThatThrownBy(() -> insert(database))
                        .isInstanceOf(StoreFailed.class)
                        .hasMessageContaining("the disk is full. Free some space.");
            }
            limitPages(database, 1_000_000);
            assertThat(insert(database)).isEqualTo(1);
        }
    }
}
