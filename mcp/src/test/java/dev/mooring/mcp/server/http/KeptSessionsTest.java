package dev.mooring.mcp.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.server.http.sessions.SessionStore;
import dev.mooring.mcp.server.http.sessions.SessionStoreUnavailable;
import dev.mooring.mcp.server.http.sessions.StoredSession;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Legacy sessions that outlive the endpoint that opened them. */
@Timeout(60)
class KeptSessionsTest {
    private final Map<String, StoredSession> kept = new ConcurrentHashMap<>();
    private volatile boolean isFailing;
    private final SessionStore store = new SessionStore() {
        @Override
        public void put(String id, StoredSession session) {
            kept.put(id, session);
        }

        @Override
        public Optional<StoredSession> find(String id) {
            if (isFailing) {
                throw new SessionStoreUnavailable("The store is full. Free some space.", new IOException());
            }
            return Optional.ofNullable(kept.get(id));
        }

        @Override
        public void use(String id) {}

        @Override
        public void remove(String id) {
            kept.remove(id);
        }
    };

    private HttpServer http;
    private HttpTestClient client;

    @BeforeEach
    void start() throws Exception {
        http = HttpServer.start(HttpEndpoint.builder(new SampleServer().server, "/mcp")
                .authenticator(request -> new Authentication.Accepted(request.header("Who")))
                .sessions(store)
                .build());
        client = new HttpTestClient(http.uri("/mcp"));
    }

    @AfterEach
    void stop() throws Exception {
        client.close();
        http.close();
    }

    private void restart() throws Exception {
        stop();
        start();
    }

    private String who(String session) throws Exception {
        return client.legacy("tools/call", Json.object().put("name", "who"), session)
                .json()
                .at("/result/content/0/text")
                .asString("");
    }

    @Test
    void sessionContinuesAtTheNextEndpoint() throws Exception {
        String session = client.initialize();
        restart();

        assertThat(who(session)).isEqualTo("null " + session);
        restart();
        assertThat(client.send("DELETE", HttpTestClient.sessionHeader(session)).status())
                .isEqualTo(204);
        assertThat(kept).isEmpty();
        assertThat(client.legacy("ping", null, session).status()).isEqualTo(404);
    }

    @Test
    void sessionOfAnotherPrincipalStaysUnknown() throws Exception {
        client.headers.put("Who", "ada");
        String session = client.initialize();
        restart();

        client.headers.put("Who", "bob");
        assertThat(client.legacy("ping", null, session).status()).isEqualTo(404);
        client.headers.put("Who", "ada");
        assertThat(who(session)).isEqualTo("ada " + session);
    }

    @Test
    void failureOfTheStoreIsStatus503InsteadOfAnUnknownSession() throws Exception {
        String session = client.initialize();
        restart();
        isFailing = true;

        HttpTestClient.Reply call = client.legacy("ping", null, session);
        assertThat(call.status()).isEqualTo(503);
        assertThat(call.header("Retry-After")).isEqualTo("1");
        assertThat(call.json().at("/error/message").asString("")).contains("Free some space");
        assertThat(client.send("DELETE", HttpTestClient.sessionHeader(session)).status())
                .isEqualTo(503);
        assertThat(client.send("GET", HttpTestClient.sessionHeader(session)).status())
                .isEqualTo(503);

        isFailing = false;
        assertThat(who(session)).isEqualTo("null " + session);
    }
}
