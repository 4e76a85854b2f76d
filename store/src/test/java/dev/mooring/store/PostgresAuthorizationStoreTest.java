package dev.mooring.store;

import dev.mooring.auth.grant.AuthorizationStore;
import dev.mooring.auth.grant.AuthorizationStoreContract;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.net.URI;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

@Tag("process")
class PostgresAuthorizationStoreTest extends AuthorizationStoreContract {
    private static EmbeddedPostgres postgres;
    private static StateStore store;

    @BeforeAll
    static void start() throws IOException {
        postgres = EmbeddedPostgres.start();
        store = Stores.open(
                new StoreLocation.Postgresql(
                        URI.create("postgresql://postgres@127.0.0.1:" + postgres.getPort() + "/postgres")),
                problem -> {
                    throw new AssertionError(problem);
                });
    }

    @AfterAll
    static void stop() throws IOException {
        store.close();
        postgres.close();
    }

    @Override
    protected AuthorizationStore open() {
        return store.authorization(UUID.randomUUID().toString());
    }
}
