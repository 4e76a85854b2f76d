package dev.mooring.gateway;

import static dev.mooring.gateway.Answers.call;
import static dev.mooring.gateway.Answers.callIn;
import static dev.mooring.gateway.Answers.plainText;
import static dev.mooring.gateway.Answers.result;
import static dev.mooring.gateway.Answers.session;
import static dev.mooring.gateway.Answers.text;
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
import dev.mooring.session.ByTool;
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

/** What the gateway knows of its servers, while some of them are slow, fail and come back. */
@Timeout(60)
class ListingTest {
    private static final ServerSettings PATIENT =
            ServerSettings.builder().openTimeout(Duration.ofMinutes(10)).build();

    private final List<HttpServer> upstreams = new ArrayList<>();
    private final CountDownLatch over = new CountDownLatch(1);
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
        over.countDown();
        served.close();
        for (HttpServer upstream : upstreams) {
            upstream.stop(Duration.ZERO);
        }
    }

    private ToolServer serving(String name, McpServer server) throws IOException {
        HttpServer http = HttpServer.start(HttpEndpoint.builder(server, "/mcp").build());
        upstreams.add(http);
        return ToolServer.of(name, ServerLocation.Remote.at(http.uri("/mcp")));
    }

    private static McpServer.Builder counting() {
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

    /** Resources whose listing can fail. */
    private static class Fickle implements ResourceSource {
        final AtomicBoolean fails = new AtomicBoolean();

        @Override
        public List<Resource> resources(Caller caller) throws Refusal {
            if (fails.get()) {
                throw new Refusal(new McpError(McpError.INTERNAL_ERROR, "the disk is on fire"));
            }
            return List.of();
        }
    }

    @Nested
    class AFailure {
        @Test
        void toListAnewLeavesOpenHandlesAtWork() throws Exception {
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
            serve(serving("failing", server));
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
        void toListResourcesLeavesTheTools() throws Exception {
            Fickle resources = new Fickle();
            resources.fails.set(true);
            serve(serving("half", counting().resources(resources).build()));
            try (McpClient client = served.modern("/half/mcp")) {
                assertThat(plainText(call(client, "count"))).isEqualTo("1");
                assertThat(result(client.listAll(Methods.RESOURCES_LIST, "resources"))
                                .path("resources"))
                        .isEmpty();
            }
        }
    }

    @Nested
    class TogetherWithOthers {
        @Test
        void allAreAskedAtOnce() throws Exception {
            CountDownLatch second = new CountDownLatch(1);
            ToolServer first = serving(
                    "first", counting().instructions(() -> waitFor(second)).build());
            ToolServer other = serving(
                    "second",
                    counting()
                            .instructions(() -> {
                                second.countDown();
                                return null;
                            })
                            .build());
            serve(first.with(PATIENT), other.with(PATIENT));

            assertThat(status("first").detail()).isEqualTo("not listed yet");

            try (McpClient client = served.modern("/mcp")) {
                assertThat(tools(client)).contains("first__count", "second__count");
            }
        }

        @Test
        void oneThatFailedAndThenStallsHoldsUpNobodyAndIsToldOfWhenItIsBack() throws Exception {
            AtomicInteger asked = new AtomicInteger();
            ToolServer sick = serving(
                    "sick",
                    counting()
                            .instructions(() -> {
                                if (asked.incrementAndGet() == 1) {
                                    throw new IllegalStateException("not yet");
                                }
                                return waitFor(over);
                            })
                            .build());
            serve(sick.with(PATIENT), serving("well", counting().build()));
            List<String> heard = new CopyOnWriteArrayList<>();
            ObjectNode filter = Json.object().put("toolsListChanged", true);
            try (McpClient client = served.modern("/mcp");
                    var _ = client.listen(filter, notification -> heard.add(notification.method()))) {
                assertThat(tools(client)).contains("well__count").doesNotContain("sick__count");
                await().until(() -> {
                    assertThat(tools(client)).contains("well__count").doesNotContain("sick__count");
                    return asked.get() == 2;
                });
                assertThat(plainText(call(client, "well__count"))).isEqualTo("1");

                over.countDown();
                await().until(() -> heard.contains(Methods.TOOLS_CHANGED));
                assertThat(tools(client)).contains("well__count", "sick__count");
            }
        }
    }

    private static String waitFor(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return "Here at last.";
    }

    @Test
    void aToolThatNeedsApprovalIsNotServedAndNamed() throws Exception {
        Map<String, Approval> approval = new LinkedHashMap<>();
        approval.put("erase", Approval.DENY);
        approval.put("write", Approval.ASK);
        McpServer server = counting()
                .tool(Tool.named("erase").handledBy((arguments, exchange) -> ToolResult.text("erased")))
                .tool(Tool.named("write").handledBy((arguments, exchange) -> ToolResult.text("written")))
                .build();
        serve(serving("careful", server)
                .with(ServerSettings.builder()
                        .approval(ByTool.patterns(approval))
                        .build()));
        try (McpClient client = served.modern("/careful/mcp")) {
            assertThat(tools(client)).contains("count").doesNotContain("erase", "write");
            assertThat(client.callTool("erase", Json.object())).isInstanceOf(Reply.Fault.class);
            assertThat(plainText(call(client, "count"))).isEqualTo("1");
        }
        assertThat(status("careful").remarks())
                .containsExactly(
                        "tools not served because the servers file denies them or requires approval: erase, write");
    }

    @Nested
    class AWatchedResource {
        private final Fickle resources = new Fickle();
        private final McpServer server = counting().resources(resources).build();

        private void serveNotes() throws Exception {
            serve(options -> options.idle(Duration.ofMillis(400)), serving("notes", server));
        }

        private void subscribe(McpClient client, EraChoice era, List<String> heard) throws InterruptedException {
            ObjectNode filter = Json.object();
            filter.putArray("resourceSubscriptions").add("note://one");
            var _ = client.listen(filter, notification -> heard.add(notification.method()));
            if (era == EraChoice.LEGACY) {
                result(client.request(Methods.RESOURCES_SUBSCRIBE, Json.object().put("uri", "note://one")));
            }
            await().until(() -> server.hasSubscribers("note://one"));
        }

        @ParameterizedTest
        @EnumSource(names = {"LEGACY", "MODERN"})
        void isNoLongerWatchedWhenNobodyWantsToHearOfIt(EraChoice era) throws Exception {
            serveNotes();
            try (McpClient client =
                    served.open("/notes/mcp", Map.of(), ClientOptions.builder().era(era))) {
                subscribe(client, era, new CopyOnWriteArrayList<>());
            }
            await().until(() -> !server.hasSubscribers("note://one"));
        }

        @Test
        void isWatchedAgainAfterTheSessionThatDidWasLost() throws Exception {
            serveNotes();
            List<String> heard = new CopyOnWriteArrayList<>();
            try (McpClient client = served.modern("/notes/mcp")) {
                subscribe(client, EraChoice.MODERN, heard);
                int port = upstreams.getFirst().port();
                upstreams.removeFirst().stop(Duration.ZERO);
                upstreams.add(HttpServer.builder()
                        .port(port)
                        .endpoint(HttpEndpoint.builder(server, "/mcp").build())
                        .start());

                await().untilAsserted(() -> {
                    server.resourceUpdated("note://one");
                    assertThat(heard).contains(Methods.RESOURCE_UPDATED);
                });
            }
        }

        @Test
        void isRefusedWhereTheServerRefuses() throws Exception {
            McpServer refusing = counting()
                    .resources(new Fickle() {
                        @Override
                        public void onSubscribe(String uri, Caller caller) throws Refusal {
                            throw new Refusal(McpError.invalidParams("this never changes"));
                        }
                    })
                    .build();
            serve(serving("notes", refusing));
            try (McpClient client = served.legacy("/notes/mcp")) {
                assertThat(client.request(
                                Methods.RESOURCES_SUBSCRIBE, Json.object().put("uri", "note://one")))
                        .isInstanceOfSatisfying(
                                Reply.Fault.class,
                                fault -> assertThat(fault.error().message()).contains("this never changes"));
            }
        }
    }
}
