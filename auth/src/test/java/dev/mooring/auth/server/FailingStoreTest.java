package dev.mooring.auth.server;

import static dev.mooring.auth.server.LoginServer.ADA;
import static dev.mooring.auth.server.LoginServer.REDIRECT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mooring.auth.grant.AuthorizationStore;
import dev.mooring.auth.grant.AuthorizationStoreUnavailable;
import dev.mooring.auth.server.LoginServer.Tokens;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.http.HttpResponse;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** A store that cannot be reached for a while. */
class FailingStoreTest {
    private final AtomicBoolean isDown = new AtomicBoolean();
    private final AuthorizationStore real = AuthorizationStore.inMemory();

    private AuthorizationStore store() {
        return (AuthorizationStore) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {AuthorizationStore.class}, (proxy, method, arguments) -> {
                    if (isDown.get()) {
                        throw new AuthorizationStoreUnavailable("The store is down.", new IllegalStateException());
                    }
                    try {
                        return method.invoke(real, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    @Test
    void clientsAreAskedToTryAgainAndNothingIsLost() throws Exception {
        try (LoginServer server = new LoginServer(store(), UnaryOperator.identity())) {
            String client = server.register("Claude", REDIRECT);
            Tokens tokens = server.flow(client).signIn(ADA);
            isDown.set(true);

            HttpResponse<String> call = server.notes.call(tokens.access(), "read");
            assertThat(call.statusCode()).isEqualTo(503);
            assertThat(call.headers().firstValue("Retry-After")).isPresent();
            assertThat(server.refresh(client, tokens.refresh()).statusCode()).isEqualTo(503);
            assertThat(server.tryRegister("Other", REDIRECT).statusCode()).isEqualTo(503);

            isDown.set(false);
            assertThat(server.notes.call(tokens.access(), "read").statusCode()).isEqualTo(200);
            assertThat(server.refresh(client, tokens.refresh()).statusCode()).isEqualTo(200);
        }
    }

    @Test
    void serverWithoutAnAddressNamesTheMissingSetting() {
        AuthorizationServer login =
                AuthorizationServer.builder(new TestPeople()).build();
        assertThatThrownBy(login::identifier).hasMessageContaining("at()");
    }
}
