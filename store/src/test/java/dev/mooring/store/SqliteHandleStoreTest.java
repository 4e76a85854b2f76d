package dev.mooring.store;

import dev.mooring.handle.HandleStore;
import dev.mooring.handle.HandleStoreContract;
import dev.mooring.handle.HandleStoreOptions;
import dev.mooring.handle.HandleStores;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

class SqliteHandleStoreTest extends HandleStoreContract {
    @TempDir
    private Path folder;

    private HandleStores stores = HandleStores.inMemory();

    @BeforeEach
    void openFile() throws IOException {
        stores = Stores.open(new StoreLocation.Sqlite(folder.resolve("store.db")), problem -> {
            throw new AssertionError(problem);
        });
    }

    @Override
    protected HandleStore<Integer> open(HandleStoreOptions<Integer> options) {
        return stores.open("numbers", NUMBERS, options);
    }

    @AfterEach
    void closeFile() {
        stores.close();
    }
}
