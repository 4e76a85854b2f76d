package dev.mooring.agent;

import static dev.mooring.agent.AgentTest.agent;
import static dev.mooring.agent.StubModel.calls;
import static dev.mooring.agent.StubModel.says;
import static dev.mooring.agent.StubModel.saysResults;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.agent.model.ToolDescription;
import dev.mooring.mcp.Json;
import dev.mooring.session.Approval;
import dev.mooring.session.PerToolSetting;
import dev.mooring.session.ServerSettings;
import dev.mooring.session.Sessions;
import dev.mooring.session.ToolServer;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Tests of reading resources, with a reference server that has some. */
@Tag("counterpart")
class ResourceToolTest {
    private static final Pattern LINK = Pattern.compile("\\[link: (demo://resource/dynamic/text/\\S+)]");

    private static List<String> toolsOf(StubModel model) {
        return model.requests().getFirst().tools().stream()
                .map(ToolDescription::name)
                .toList();
    }

    @Test
    void modelFollowsALinkOnTheSameSession() throws Exception {
        List<String> opened = new CopyOnWriteArrayList<>();
        StubModel model = StubModel.of(
                calls("everything__get-resource-links", "{\"count\":2}"),
                (request, text) -> {
                    Matcher link = LINK.matcher(StubModel.results(request).getFirst());
                    assertThat(link.find()).isTrue();
                    return calls(
                                    "read_resource",
                                    Json.text(Json.object()
                                            .put("server", "everything")
                                            .put("uri", link.group(1))))
                            .turn(request, text);
                },
                saysResults());
        try (Sessions sessions = Sessions.builder(List.of(TestServers.official("everything")))
                .listener(event -> opened.add(event.getClass().getSimpleName()))
                .build()) {
            assertThat(agent(model)
                            .tools(sessions, "everything")
                            .build()
                            .invoke("go")
                            .text())
                    .startsWith("[demo://resource/dynamic/text/")
                    .contains("Resource 2");
        }
        assertThat(opened.stream().filter("Opened"::equals)).hasSize(1);
        JsonNode schema = model.requests().getFirst().tools().stream()
                .filter(tool -> tool.name().equals("read_resource"))
                .findFirst()
                .orElseThrow()
                .inputSchema();
        assertThat(schema.at("/properties/server/enum/0").stringValue()).isEqualTo("everything");
    }

    @Test
    void unknownResourceIsAnErrorResult() throws Exception {
        StubModel model = StubModel.of(
                calls("read_resource", "{\"server\":\"everything\",\"uri\":\"demo://no/such\"}"), saysResults());
        try (Sessions sessions = Sessions.of(TestServers.official("everything"))) {
            assertThat(agent(model)
                            .tools(sessions, "everything")
                            .build()
                            .invoke("go")
                            .text())
                    .startsWith("ERROR ")
                    .contains("demo://no/such");
        }
    }

    @Test
    void toolIsOfferedOnlyIfAServerHasResources() throws Exception {
        StubModel model = StubModel.of(says("ok"));
        try (Sessions sessions = Sessions.of(TestServers.notepad("notes"))) {
            agent(model).tools(sessions, "notes").build().invoke("go");
        }
        assertThat(toolsOf(model)).doesNotContain("read_resource");
    }

    @Test
    void toolIsNotOfferedForAServerWhoseResourcesNeedApproval() throws Exception {
        ToolServer asks = TestServers.official("everything")
                .with(ServerSettings.builder()
                        .approval(PerToolSetting.patterns(Map.of("echo", Approval.ALLOW, "*", Approval.ASK)))
                        .build());
        StubModel model = StubModel.of(says("ok"));
        try (Sessions sessions = Sessions.of(asks)) {
            agent(model).tools(sessions, "everything").build().invoke("go");
        }
        assertThat(toolsOf(model)).contains("everything__echo").doesNotContain("read_resource");
    }
}
