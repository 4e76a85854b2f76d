package dev.mooring.store;

import dev.mooring.auth.grant.AuthorizationStore;
import dev.mooring.auth.grant.AuthorizationStoreContract;
import java.io.IOException;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

@Tag("process")
class PostgresAuthorizationStoreTest extends AuthorizationStoreContract {
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
    protected AuthorizationStore open() {
        return postgres.store().authorization(UUID.randomUUID().toString());
    }
}
