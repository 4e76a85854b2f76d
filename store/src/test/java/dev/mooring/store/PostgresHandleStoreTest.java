package dev.mooring.store;

import dev.mooring.handle.HandleStore;
import dev.mooring.handle.HandleStoreContract;
import dev.mooring.handle.HandleStoreOptions;
import java.io.IOException;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

@Tag("process")
class PostgresHandleStoreTest extends HandleStoreContract {
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
    protected HandleStore<Integer> open(HandleStoreOptions<Integer> options) {
        return postgres.store().open(UUID.randomUUID().toString(), NUMBERS, options);
    }
}
