package dev.mooring.mcp.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.McpError;
import dev.mooring.mcp.Meta;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

class ListenHttpTest {
    private final SampleServer sample = new SampleServer();
    private HttpEndpoint endpoint;
    private HttpServer http;
    private HttpTestClient client;

    @BeforeEach
    void start() throws Exception {
        endpoint = HttpEndpoint.builder(sample.server, "/mcp").build();
        http = HttpServer.start(endpoint);
        client = new HttpTestClient(http.uri("/mcp"));
    }

    @AfterEach
    void stop() throws Exception {
        client.close();
        http.close();
    }

    private HttpTestClient.Streaming listen(String filter) throws Exception {
        ObjectNode params = Json.object();
        params.set("notifications", Json.objectOf(filter));
        return client.stream(
                client.modernBody("subscriptions/listen", params),
                HttpTestClient.modernHeaders("subscriptions/listen", params));
    }

    @Test
    void firstMessageAcknowledgesTheOfferedNotifications() throws Exception {
        try (HttpTestClient.Streaming stream = listen(
                "{\"toolsListChanged\":true,\"promptsListChanged\":true,\"resourceSubscriptions\":[\"test://a\"]}")) {
            ObjectNode acknowledged = stream.next();

            assertThat(acknowledged.get("method").stringValue()).isEqualTo("notifications/subscriptions/acknowledged");
            assertThat(acknowledged.at("/params/notifications").toString())
                    .isEqualTo("{\"toolsListChanged\":true,\"resourceSubscriptions\":[\"test://a\"]}");
            assertThat(subscriptionOf(acknowledged)).isPositive();
        }
    }

    @Test
    void streamSendsOnlyTheRequestedNotifications() throws Exception {
        try (HttpTestClient.Streaming stream =
                listen("{\"toolsListChanged\":true,\"resourceSubscriptions\":[\"test://a\"]}")) {
            long id = subscriptionOf(stream.next());
            sample.server.resourcesChanged();
            sample.server.resourceUpdated("test://b");
            sample.server.resourceUpdated("test://a");
            ObjectNode updated = stream.next();
            sample.server.toolsChanged();
            ObjectNode changed = stream.next();

            assertThat(updated.at("/params/uri").stringValue()).isEqualTo("test://a");
            assertThat(subscriptionOf(updated)).isEqualTo(id);
            assertThat(changed.get("method").stringValue()).isEqualTo("notifications/tools/list_changed");
            assertThat(subscriptionOf(changed)).isEqualTo(id);
        }
    }

    @Test
    void streamEndsWithAResultWhenTheServerStops() throws Exception {
        try (HttpTestClient.Streaming stream = listen("{\"toolsListChanged\":true}")) {
            long id = subscriptionOf(stream.next());
            Thread stopping = Thread.startVirtualThread(() -> endpoint.drain(Duration.ofSeconds(5)));

            ObjectNode end = stream.next();
            assertThat(end.get("id").longValue()).isEqualTo(id);
            assertThat(end.at("/result/resultType").stringValue()).isEqualTo("complete");
            assertThat(end.get("result")
                            .get(Meta.FIELD)
                            .get(Meta.SUBSCRIPTION_ID)
                            .longValue())
                    .isEqualTo(id);
            assertThat(stream.countRemaining()).isZero();
            stopping.join();
        }
    }

    @Test
    void streamEndsWithItsConnection() throws Exception {
        HttpTestClient.Streaming stream = listen("{\"toolsListChanged\":true}");
        stream.next();
        assertThat(endpoint.callsInFlight()).isEqualTo(1);

        stream.close();
        client.close();

        await().until(() -> endpoint.callsInFlight() == 0);
    }

    @Test
    void listenNeedsAFilterAndAnAcceptedEventStream() throws Exception {
        assertThat(client.modern("subscriptions/listen", null).errorCode()).isEqualTo(McpError.INVALID_PARAMS);

        ObjectNode params = Json.objectOf("{\"notifications\":{\"toolsListChanged\":\"yes\"}}");
        assertThat(client.modern("subscriptions/listen", params).errorCode()).isEqualTo(McpError.INVALID_PARAMS);

        ObjectNode good = Json.objectOf("{\"notifications\":{}}");
        Map<String, String> headers = HttpTestClient.modernHeaders("subscriptions/listen", good);
        headers.put("Accept", "application/json");
        assertThat(client.post(client.modernBody("subscriptions/listen", good), headers)
                        .errorCode())
                .isEqualTo(McpError.INVALID_REQUEST);
    }

    private static long subscriptionOf(ObjectNode message) {
        return message.get("params").get(Meta.FIELD).get(Meta.SUBSCRIPTION_ID).longValue();
    }
}
