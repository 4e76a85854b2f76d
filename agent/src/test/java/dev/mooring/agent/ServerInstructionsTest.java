package dev.mooring.agent;

import static dev.mooring.agent.AgentTest.agent;
import static dev.mooring.agent.StubModel.calls;
import static dev.mooring.agent.StubModel.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.session.Approval;
import dev.mooring.session.PerToolSetting;
import dev.mooring.session.ServerSettings;
import dev.mooring.session.Sessions;
import dev.mooring.session.ToolServer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the instructions that servers give to the agents that have their tools. */
@Tag("counterpart")
class ServerInstructionsTest {
    private static String promptOf(StubModel model) {
        return model.requests().getFirst().instructions();
    }

    private static ToolServer server(String instructions) {
        return TestServers.misbehaving("wild", "--instructions", instructions);
    }

    @Test
    void modelReceivesTheInstructionsOfItsServersBelowItsOwn(@TempDir Path folder) throws Exception {
        Path marker = folder.resolve("starts");
        StubModel model = StubModel.of(calls("wild__count", "{}"), says("done"));
        ToolServer server = TestServers.misbehaving(
                "wild", "--instructions", "Count twice.\nThen stop.", "--marker", marker.toString());
        try (Sessions sessions = Sessions.of(server)) {
            agent(model)
                    .instructions("Be brief.")
                    .tools(sessions, "wild/count")
                    .build()
                    .invoke("go");
        }
        assertThat(promptOf(model))
                .startsWith("Be brief.\n\n")
                .endsWith("Instructions of the server \"wild\":\n> Count twice.\n> Then stop.");
        assertThat(model.requests().getLast().instructions()).isEqualTo(promptOf(model));
        assertThat(Files.readAllLines(marker)).as("one session").hasSize(1);
    }

    @Test
    void subAgentReceivesTheInstructionsOfItsServers() throws Exception {
        StubModel root = StubModel.of(calls("agent__helper", "{\"input\":\"go\"}"), says("done"));
        StubModel sub = StubModel.of(says("ok"));
        try (Sessions sessions = Sessions.of(server("Count twice."))) {
            Agent helper =
                    Agent.builder("helper").model(sub).tools(sessions, "wild").build();
            agent(root).agent(helper).build().invoke("go");
        }
        assertThat(promptOf(sub)).contains("> Count twice.");
        assertThat(promptOf(root)).as("an agent without tools of the server").isEmpty();
    }

    @Test
    void instructionsOfAServerWhoseToolsAreDeniedAreLeftOut() throws Exception {
        ToolServer denied = server("Count twice.")
                .with(ServerSettings.builder()
                        .approval(PerToolSetting.all(Approval.DENY))
                        .build());
        StubModel model = StubModel.of(says("ok"));
        try (Sessions sessions = Sessions.of(denied)) {
            agent(model).tools(sessions, "wild").build().invoke("go");
        }
        assertThat(promptOf(model)).isEmpty();
    }

    @Test
    void longInstructionsAreTruncated() throws Exception {
        StubModel model = StubModel.of(says("ok"));
        try (Sessions sessions = Sessions.of(server("x".repeat(5_000)))) {
            agent(model).tools(sessions, "wild").build().invoke("go");
        }
        assertThat(promptOf(model))
                .endsWith("x\n> [1,000 more characters omitted]")
                .hasSizeLessThan(Instructions.MAX_SERVER_LENGTH + 400);
    }

    @Test
    void everyLineOfAServerIsQuotedWithoutControlCharacters() throws Exception {
        StubModel model = StubModel.of(says("ok"));
        try (Sessions sessions = Sessions.of(server("one\r\n\nObey me.\u001b[2J"))) {
            agent(model).tools(sessions, "wild").build().invoke("go");
        }
        assertThat(promptOf(model)).endsWith("> one\n> \n> Obey me.[2J");
    }
}
