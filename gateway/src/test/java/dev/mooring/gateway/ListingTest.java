package dev.mooring.gateway;

import static dev.mooring.gateway.CallResults.call;
import static dev.mooring.gateway.CallResults.callIn;
import static dev.mooring.gateway.CallResults.plainText;
import static dev.mooring.gateway.CallResults.result;
import static dev.mooring.gateway.CallResults.session;
import static dev.mooring.gateway.CallResults.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mooring.gateway.GatewayStatus.Health;
import dev.mooring.gateway.GatewayStatus.ServerStatus;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.McpError;
import dev.mooring.mcp.Methods;
import dev.mooring.mcp.Reply;
import dev.mooring.mcp.client.ClientOptions;
import dev.mooring.mcp.client.EraChoice;
import dev.mooring.mcp.client.McpClient;
import dev.mooring.mcp.client.ServerLocation;
import dev.mooring.mcp.server.Caller;
import dev.mooring.mcp.server.McpServer;
import dev.mooring.mcp.server.Refusal;
import dev.mooring.mcp.server.Resource;
import dev.mooring.mcp.server.ResourceSource;
import dev.mooring.mcp.server.Tool;
import dev.mooring.mcp.server.ToolResult;
import dev.mooring.mcp.server.http.HttpEndpoint;
import dev.mooring.mcp.server.http.HttpServer;
import dev.mooring.session.Approval;
import dev.mooring.session.PerToolSetting;
import dev.mooring.session.ServerSettings;
import dev.mooring.session.ToolServer;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.node.ObjectNode;

/** Listings of servers that are slow, fail and recover. */
@Timeout(60)
class ListingTest {
    private static final ServerSettings LONG_OPEN_TIMEOUT =
            ServerSettings.builder().openTimeout(Duration.ofMinutes(10)).build();

    private final List<HttpServer> upstreams = new ArrayList<>();
    private final CountDownLatch recovered = new CountDownLatch(1);
    private ServedGateway served;

    @BeforeEach
    void start() throws Exception {
        served = ServedGateway.of();
    }

    private void serve(ToolServer... servers) throws Exception {
        serve(options -> options, servers);
    }

    private void serve(UnaryOperator<GatewayOptions.Builder> options, ToolServer... servers) throws Exception {
        served.close();
        served = ServedGateway.of(options, servers);
    }

    @AfterEach
    void stop() throws IOException {
        recovered.countDown();
        served.close();
        for (HttpServer upstream : upstreams) {
            upstream.stop(Duration.ZERO);
        }
    }

    private ToolServer start(String name, McpServer server) throws IOException {
        HttpServer http = HttpServer.start(HttpEndpoint.builder(server, "/mcp").build());
        upstreams.add(http);
        return ToolServer.of(name, ServerLocation.Remote.at(http.uri("/mcp")));
    }

    private static McpServer.Builder countingServer() {
        AtomicInteger count = new AtomicInteger();
        return McpServer.builder("counting", "1")
                .tool(Tool.named("count")
                        .handledBy((arguments, exchange) -> ToolResult.text(String.valueOf(count.incrementAndGet()))));
    }

    private static List<String> tools(McpClient client) throws InterruptedException {
        return result(client.listTools())
                .path("tools")
                .valueStream()
                .map(tool -> tool.path("name").asString(""))
                .toList();
    }

    private ServerStatus status(String server) {
        return served.gateway().status(Optional.empty()).servers().stream()
                .filter(status -> status.name().equals(server))
                .findFirst()
                .orElseThrow();
    }

    /** Resources whose listing fails on demand. */
    private static class FailingResources implements ResourceSource {
        final AtomicBoolean fails = new AtomicBoolean();

        @Override
        public List<Resource> resources(Caller caller) throws Refusal {
            if (fails.get()) {
                throw new Refusal(new McpError(McpError.INTERNAL_ERROR, "the disk is on fire"));
            }
            return List.of();
        }
    }

    @Test
    void serverThatOffersNothingHasNoSignInTool() throws Exception {
        serve(start("empty", McpServer.builder("empty", "1").modernOnly().build()));
        try (McpClient client = served.modern("/empty/mcp")) {
            assertThat(tools(client)).isEmpty();
        }
    }

    @Nested
    class FailedListing {
        @Test
        void openHandlesKeepWorkingAfterAFailedListing() throws Exception {
            AtomicBoolean fails = new AtomicBoolean();
            AtomicInteger count = new AtomicInteger();
            McpServer server = McpServer.builder("failing", "1")
                    .tools(caller -> {
                        if (fails.get()) {
                            throw new Refusal(new McpError(McpError.INTERNAL_ERROR, "lost the list"));
                        }
                        return List.of(Tool.named("count")
                                .handledBy((arguments, exchange) ->
                                        ToolResult.text(String.valueOf(count.incrementAndGet()))));
                    })
                    .build();
            serve(start("failing", server));
            try (McpClient client = served.modern("/failing/mcp")) {
                String session = session(call(client, "count"));
                fails.set(true);
                await().untilAsserted(() -> {
                    server.toolsChanged();
                    assertThat(tools(client)).contains("count");
                    assertThat(status("failing").health()).isEqualTo(Health.FAILING);
                });
                assertThat(status("failing").detail()).contains("lost the list");
                fails.set(false);

                assertThat(text(callIn(session, client, "count"))).isEqualTo("2");
            }
        }

        @Test
        void toolsAreServedIfOnlyTheResourcesCannotBeListed() throws Exception {
            FailingResources resources = new FailingResources();
            resources.fails.set(true);
            serve(start("half", countingServer().resources(resources).build()));
            try (McpClient client = served.modern("/half/mcp")) {
                assertThat(plainText(call(client, "count"))).isEqualTo("1");
                assertThat(result(client.listAll(Methods.RESOURCES_LIST, "resources"))
                                .path("resources"))
                        .isEmpty();
            }
        }
    }

    @Nested
    class CombinedEndpoint {
        @Test
        void serversAreListedInParallel() throws Exception {
            CountDownLatch second = new CountDownLatch(1);
            ToolServer first = start(
                    "first",
                    countingServer().instructions(() -> waitFor(second)).build());
            ToolServer other = start(
                    "second",
                    countingServer()
                            .instructions(() -> {
                                second.countDown();
                                return null;
                            })
                            .build());
            serve(first.with(LONG_OPEN_TIMEOUT), other.with(LONG_OPEN_TIMEOUT));

            assertThat(status("first").detail()).isEqualTo("not listed yet");

            try (McpClient client = served.modern("/mcp")) {
                assertThat(tools(client)).contains("first__count", "second__count");
            }
        }

        @Test
        void failingServerDelaysNoOtherAndIsAnnouncedWhenItRecovers() throws Exception {
            AtomicInteger attempts = new AtomicInteger();
            ToolServer failing = start(
                    "failing",
                    countingServer()
                            .instructions(() -> {
                                if (attempts.incrementAndGet() == 1) {
                                    throw new IllegalStateException("not yet");
                                }
                                return waitFor(recovered);
                            })
                            .build());
            serve(
                    failing.with(LONG_OPEN_TIMEOUT),
                    start("healthy", countingServer().build()));
            List<String> received = new CopyOnWriteArrayList<>();
            ObjectNode filter = Json.object().put("toolsListChanged", true);
            try (McpClient client = served.modern("/mcp");
                    var _ = client.listen(filter, notification -> received.add(notification.method()))) {
                assertThat(tools(client)).contains("healthy__count").doesNotContain("failing__count");
                await().until(() -> {
                    assertThat(tools(client)).contains("healthy__count").doesNotContain("failing__count");
                    return attempts.get() == 2;
                });
                assertThat(plainText(call(client, "healthy__count"))).isEqualTo("1");

                recovered.countDown();
                await().until(() -> received.contains(Methods.TOOLS_CHANGED));
                assertThat(tools(client)).contains("healthy__count", "failing__count");
            }
        }
    }

    private static String waitFor(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return "Ready.";
    }

    @Test
    void toolThatNeedsApprovalIsNotServedAndTheStatusSaysSo() throws Exception {
        Map<String, Approval> approval = new LinkedHashMap<>();
        approval.put("erase", Approval.DENY);
        approval.put("write", Approval.ASK);
        McpServer server = countingServer()
                .tool(Tool.named("erase").handledBy((arguments, exchange) -> ToolResult.text("erased")))
                .tool(Tool.named("write").handledBy((arguments, exchange) -> ToolResult.text("written")))
                .build();
        serve(start("careful", server)
                .with(ServerSettings.builder()
                        .approval(PerToolSetting.patterns(approval))
                        .build()));
        try (McpClient client = served.modern("/careful/mcp")) {
            assertThat(tools(client)).contains("count").doesNotContain("erase", "write");
            assertThat(client.callTool("erase", Json.object())).isInstanceOf(Reply.Rejected.class);
            assertThat(plainText(call(client, "count"))).isEqualTo("1");
        }
        assertThat(status("careful").remarks())
                .containsExactly(
                        "tools not served because the servers file denies them or requires approval: erase, write");
    }

    @Nested
    class SubscribedResource {
        private final FailingResources resources = new FailingResources();
        private final McpServer server = countingServer().resources(resources).build();

        private void serveNotes() throws Exception {
            serve(options -> options.idle(Duration.ofMillis(400)), start("notes", server));
        }

        private void subscribe(McpClient client, EraChoice era, List<String> received) throws InterruptedException {
            ObjectNode filter = Json.object();
            filter.putArray("resourceSubscriptions").add("note://one");
            var _ = client.listen(filter, notification -> received.add(notification.method()));
            if (era == EraChoice.LEGACY) {
                result(client.request(Methods.RESOURCES_SUBSCRIBE, Json.object().put("uri", "note://one")));
            }
            await().until(() -> server.hasSubscribers("note://one"));
        }

        @ParameterizedTest
        @EnumSource(names = {"LEGACY", "MODERN"})
        void subscriptionEndsWhenNoClientSubscribes(EraChoice era) throws Exception {
            serveNotes();
            try (McpClient client =
                    served.open("/notes/mcp", Map.of(), ClientOptions.builder().era(era))) {
                subscribe(client, era, new CopyOnWriteArrayList<>());
            }
            await().until(() -> !server.hasSubscribers("note://one"));
        }

        @Test
        void subscriptionIsRenewedAfterTheListingSessionWasLost() throws Exception {
            serveNotes();
            List<String> received = new CopyOnWriteArrayList<>();
            try (McpClient client = served.modern("/notes/mcp")) {
                subscribe(client, EraChoice.MODERN, received);
                int port = upstreams.getFirst().port();
                upstreams.removeFirst().stop(Duration.ZERO);
                upstreams.add(HttpServer.builder()
                        .port(port)
                        .endpoint(HttpEndpoint.builder(server, "/mcp").build())
                        .start());

                await().untilAsserted(() -> {
                    server.resourceUpdated("note://one");
                    assertThat(received).contains(Methods.RESOURCE_UPDATED);
                });
            }
        }

        @Test
        void serversRefusalOfASubscriptionReachesTheClient() throws Exception {
            McpServer refusing = countingServer()
                    .resources(new FailingResources() {
                        @Override
                        public void onSubscribe(String uri, Caller caller) throws Refusal {
                            throw new Refusal(McpError.invalidParams("this never changes"));
                        }
                    })
                    .build();
            serve(start("notes", refusing));
            try (McpClient client = served.legacy("/notes/mcp")) {
                assertThat(client.request(
                                Methods.RESOURCES_SUBSCRIBE, Json.object().put("uri", "note://one")))
                        .isInstanceOfSatisfying(
                                Reply.Rejected.class,
                                fault -> assertThat(fault.error().message()).contains("this never changes"));
            }
        }
    }
}
