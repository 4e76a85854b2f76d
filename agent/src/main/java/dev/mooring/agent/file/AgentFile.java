package dev.mooring.agent.file;

import dev.mooring.agent.Agent;
import dev.mooring.agent.model.ModelTimeouts;
import dev.mooring.run.Limits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * The content of one agent file. It names sub-agents but does not read their files; {@link AgentTree} does.
 *
 * <pre>
 * ---
 * name: librarian
 * description: Finds and notes what we know
 * model: openai/gpt-5
 * tools: memory, files/read_*, agent:reviewer
 * limits: {rounds: 20, toolCalls: 50, tokens: 100000, time: 5m, depth: 2, resultChars: 20000, firstToken: 2m, nextToken: 30s}
 * input: {type: object, properties: {topic: {type: string}}}
 * output: {type: object, required: [summary]}
 * ---
 * You are a librarian. ...
 * </pre>
 *
 * @param name from the front matter, or else the file name without {@code .md}
 * @param model null to use the model of the calling agent or of the command line
 * @param tools null for all tools of all servers
 * @param maxDepth the maximum number of nested levels of sub-agents
 * @param resultLimit the maximum length of a tool result, in characters
 * @param modelTimeouts how long the model may be silent
 * @param input the JSON Schema of the input; null for free text
 * @param output the JSON Schema of the answer; null for free text
 * @param warnings problems that do not prevent use, such as unknown keys
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record AgentFile(
        Path path,
        String name,
        String description,
        String instructions,
        @Nullable String model,
        @Nullable List<ToolReference> tools,
        Limits limits,
        int maxDepth,
        int resultLimit,
        ModelTimeouts modelTimeouts,
        @Nullable ObjectNode input,
        @Nullable ObjectNode output,
        List<String> warnings) {
    /** The keys of the front matter. Keys that only Claude Code uses are ignored. */
    public static final Set<String> KEYS = Set.of("name", "description", "model", "tools", "limits", "input", "output");

    /** The keys of {@code limits}. */
    public static final Set<String> LIMITS =
            Set.of("rounds", "toolCalls", "tokens", "time", "depth", "resultChars", "firstToken", "nextToken");

    static final int DEFAULT_RESULT_LIMIT = Agent.DEFAULT_RESULT_LIMIT;

    /**
     * Reads an agent file.
     *
     * @throws InvalidAgentFile if the file is missing or invalid
     */
    public static AgentFile read(Path path) throws InvalidAgentFile {
        try {
            return parse(path, Files.readString(path));
        } catch (NoSuchFileException e) {
            throw new InvalidAgentFile(path + " does not exist");
        } catch (IOException e) {
            throw new InvalidAgentFile("Cannot read " + path + ": " + e.getMessage());
        }
    }

    /**
     * Parses the text of an agent file.
     *
     * @param path for messages and the default name
     * @throws InvalidAgentFile if the text is invalid
     */
    public static AgentFile parse(Path path, String text) throws InvalidAgentFile {
        return new AgentFileReader(path, text).read();
    }

    /** Returns the names of the sub-agents. */
    public List<String> agents() {
        return tools == null
                ? List.of()
                : tools.stream()
                        .<String>mapMulti((tool, names) -> {
                            if (tool instanceof ToolReference.SubAgent(String agent)) {
                                names.accept(agent);
                            }
                        })
                        .toList();
    }
}
