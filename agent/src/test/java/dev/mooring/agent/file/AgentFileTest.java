package dev.mooring.agent.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mooring.agent.Agent;
import dev.mooring.agent.model.Model;
import dev.mooring.agent.model.ModelTimeouts;
import dev.mooring.agent.script.ScriptedModel;
import dev.mooring.mcp.client.ServerLocation;
import dev.mooring.run.Limits;
import dev.mooring.session.Sessions;
import dev.mooring.session.ToolServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AgentFileTest {
    @TempDir
    private Path folder;

    private Path write(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    private static AgentFile parse(String text) throws InvalidAgentFile {
        return AgentFile.parse(Path.of("helper.md"), text);
    }

    @Nested
    class SingleFile {
        @Test
        void fileHasFrontMatterAndInstructions() throws Exception {
            AgentFile file = parse("""
                ---
                name: librarian
                description: Finds things
                model: openai/gpt-5
                tools: memory, files/read_*, agent:reviewer, mcp__web__fetch
                limits: {rounds: 20, toolCalls: 50, tokens: 100000, time: 5m, depth: 2, resultChars: 500}
                input: {type: object, required: [topic]}
                output: {type: object}
                color: blue
                ---

                You are a librarian.

                ---
                And so on.
                """);
            assertThat(file.name()).isEqualTo("librarian");
            assertThat(file.description()).isEqualTo("Finds things");
            assertThat(file.model()).isEqualTo("openai/gpt-5");
            assertThat(file.tools())
                    .containsExactly(
                            new ToolReference.ServerTools("memory", "*"),
                            new ToolReference.ServerTools("files", "read_*"),
                            new ToolReference.SubAgent("reviewer"),
                            new ToolReference.ServerTools("web", "fetch"));
            assertThat(file.limits())
                    .usingRecursiveComparison()
                    .isEqualTo(Limits.builder()
                            .rounds(20)
                            .calls(50)
                            .tokens(100_000)
                            .time(Duration.ofMinutes(5))
                            .build());
            assertThat(file.maxDepth()).isEqualTo(2);
            assertThat(file.resultLimit()).isEqualTo(500);
            assertThat(file.input()).isNotNull();
            assertThat(file.output()).isNotNull();
            assertThat(file.instructions()).isEqualTo("You are a librarian.\n\n---\nAnd so on.");
            assertThat(file.warnings()).isEmpty();
        }

        @Test
        void everyKeyHasADefault() throws Exception {
            AgentFile file = parse("---\ndescription: x\nmodel: inherit\n---\nHelp.\n");
            assertThat(file.name()).isEqualTo("helper");
            assertThat(file.model()).isNull();
            assertThat(file.tools()).isNull();
            assertThat(file.limits()).isEqualTo(Agent.DEFAULT_LIMITS);
        }

        @Test
        void timeoutsOfTheModelAreLimits() throws Exception {
            assertThat(parse("---\nlimits: {firstToken: 2m, nextToken: 500ms}\n---\n")
                            .modelTimeouts())
                    .isEqualTo(new ModelTimeouts(Duration.ofMinutes(2), Duration.ofMillis(500)));
            assertThat(parse("---\nlimits: {nextToken: 30s}\n---\n").modelTimeouts())
                    .isEqualTo(new ModelTimeouts(Duration.ofMinutes(5), Duration.ofSeconds(30)));
            assertThat(parse("---\nlimits: {nextToken: 1.5s}\n---\n").modelTimeouts())
                    .isEqualTo(new ModelTimeouts(Duration.ofMinutes(5), Duration.ofMillis(1500)));
            assertThat(parse("---\nlimits: {time: 90}\n---\n").limits().time()).hasSeconds(90);
            assertThatThrownBy(() -> parse("---\nlimits: {firstToken: 0s}\n---\n"))
                    .hasMessageContaining("limits.firstToken must be greater than zero");
            assertThatThrownBy(() -> parse("---\nlimits: {nextToken: 999999999h}\n---\n"))
                    .hasMessageContaining("limits.nextToken must be a duration")
                    .hasMessageContaining("at most 8760h");
        }

        @Test
        void toolsMayBeAListOrEmpty() throws Exception {
            assertThat(parse("---\ntools:\n  - memory\n  - agent:x\n---\n").tools())
                    .hasSize(2);
            assertThat(parse("---\ntools: []\n---\n").tools()).isEmpty();
            assertThat(parse("---\ntools:\n---\n").tools()).isEmpty();
        }

        @Test
        void windowsLineEndingsAreAccepted() throws Exception {
            assertThat(parse("\uFEFF---\r\nname: w\r\n---\r\nHelp.\r\n").name()).isEqualTo("w");
        }

        @Test
        void unknownKeyIsAWarning() throws Exception {
            assertThat(parse("---\ntool: memory\n---\n").warnings())
                    .singleElement()
                    .asString()
                    .contains("helper.md: \"tool\" is not a known key")
                    .contains("tools");
        }

        @Test
        void allErrorsAreReportedTogether() {
            assertThatThrownBy(() -> parse("""
                ---
                tools: [memory/, "agent:../x"]
                limits: {rounds: many, time: soon, patience: 1}
                input: text
                ---
                """))
                    .isInstanceOf(InvalidAgentFile.class)
                    .hasMessageContaining("helper.md: tools \"memory/\" is not a tool name")
                    .hasMessageContaining("\"agent:../x\" is not a tool name")
                    .hasMessageContaining("limits.rounds must be a whole number from 0 to 9223372036854775807")
                    .hasMessageContaining("limits.time must be a duration")
                    .hasMessageContaining("limits.patience is not a known limit")
                    .hasMessageContaining("input must be a JSON Schema");
        }

        @Test
        void missingFrontMatterIsAnError() {
            assertThatThrownBy(() -> parse("You are a helper.")).hasMessageContaining("front matter");
            assertThatThrownBy(() -> parse("---\nname: x\n")).hasMessageContaining("does not end");
            assertThatThrownBy(() -> parse("---\n- a\n---\n")).hasMessageContaining("name: helper");
        }

        @Test
        void invalidYamlIsReportedWithItsLine() {
            assertThatThrownBy(() -> parse("---\nname: x\ntools: [a\n---\n"))
                    .hasMessageContaining("helper.md, line ")
                    .hasMessageContaining("not valid YAML");
        }

        @Test
        void missingFileIsAnError() {
            assertThatThrownBy(() -> AgentFile.read(folder.resolve("none.md"))).hasMessageContaining("does not exist");
        }
    }

    @Nested
    class FileTree {
        private final Sessions sessions = Sessions.of(ToolServer.of("memory", ServerLocation.Local.of("none")));
        private final List<String> requested = new ArrayList<>();

        private Model model(String name) {
            requested.add(name);
            try {
                return ScriptedModel.parse(name, "- say: hello");
            } catch (ScriptedModel.InvalidScript e) {
                throw new AssertionError(e);
            }
        }

        @Test
        void treeContainsAllSubAgents() throws Exception {
            write("root.md", "---\nmodel: script/root.yaml\ntools: agent:a, agent:b\n---\n");
            write("a.md", "---\ntools: memory, agent:b\n---\n");
            write("b.md", "---\nmodel: ollama/b\ntools: []\n---\n");
            AgentTree tree = AgentTree.read(folder.resolve("root.md"));
            assertThat(tree.files()).extracting(AgentFile::name).containsExactly("root", "a", "b");
            assertThat(tree.faults(Set.of("memory"))).isEmpty();
            Agent agent = tree.build(sessions, this::model, null);
            assertThat(agent.agents()).extracting(Agent::name).containsExactly("a", "b");
            assertThat(agent.agents().getFirst().model()).isSameAs(agent.model());
            assertThat(requested).contains("script/" + folder.resolve("root.yaml"), "ollama/b");
        }

        @Test
        void overrideAppliesToTheRootAndToAgentsWithoutAModel() throws Exception {
            write("root.md", "---\nmodel: openai/x\ntools: agent:a\n---\n");
            write("a.md", "---\ntools: []\n---\n");
            Agent agent = AgentTree.read(folder.resolve("root.md")).build(sessions, this::model, "ollama/mine");
            assertThat(requested).containsExactly("ollama/mine");
            assertThat(agent.agents().getFirst().model()).isSameAs(agent.model());
        }

        @Test
        void cycleIsAnError() throws Exception {
            write("root.md", "---\ntools: agent:a\n---\n");
            write("a.md", "---\nname: first\ntools: agent:b\n---\n");
            write("b.md", "---\ntools: agent:a\n---\n");
            assertThatThrownBy(() -> AgentTree.read(folder.resolve("root.md")))
                    .isInstanceOf(InvalidAgentFile.class)
                    .hasMessageContaining("in a cycle: first > b > first");
        }

        @Test
        void unknownAgentIsAnErrorThatListsTheAvailableAgents() throws Exception {
            write("root.md", "---\ntools: agent:revewer\n---\n");
            write("reviewer.md", "---\ntools: []\n---\n");
            assertThatThrownBy(() -> AgentTree.read(folder.resolve("root.md")))
                    .hasMessageContaining("there is no agent \"revewer\". Available agents: agent:reviewer");
        }

        @Test
        void unknownServerIsAnErrorThatListsTheAvailableServers() throws Exception {
            write("root.md", "---\nmodel: openai/x\ntools: memry\n---\n");
            AgentTree tree = AgentTree.read(folder.resolve("root.md"));
            assertThatThrownBy(() -> tree.build(sessions, this::model, null))
                    .hasMessageContaining("there is no server \"memry\". Available servers: memory");
        }

        @Test
        void missingModelIsAnError() throws Exception {
            write("root.md", "---\ntools: []\n---\n");
            AgentTree tree = AgentTree.read(folder.resolve("root.md"));
            assertThatThrownBy(() -> tree.build(sessions, this::model, null)).hasMessageContaining("there is no model");
        }
    }
}
