package dev.mooring.agent.file;

import dev.mooring.agent.Agent;
import dev.mooring.run.Limits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * What one file says of an agent. Other agents that it names are not looked at; {@link AgentTree} does that.
 *
 * <pre>
 * ---
 * name: librarian
 * description: Finds and notes what we know
 * model: openai/gpt-5
 * tools: memory, files/read_*, agent:reviewer
 * limits: {rounds: 20, toolCalls: 50, tokens: 100000, time: 5m, depth: 2, resultChars: 20000}
 * input: {type: object, properties: {topic: {type: string}}}
 * output: {type: object, required: [summary]}
 * ---
 * You are a librarian. ...
 * </pre>
 *
 * @param path where it stands
 * @param name the file's own name where it says none
 * @param model null to use that of the agent that calls it, or what the caller says
 * @param tools null for everything that all servers offer
 * @param input null where it takes text
 * @param output null where it answers text
 * @param warnings what was not understood but does no harm
 */
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
        @Nullable ObjectNode input,
        @Nullable ObjectNode output,
        List<String> warnings) {
    /** What the front matter may hold; keys of Claude Code's own are passed over. */
    public static final Set<String> KEYS = Set.of("name", "description", "model", "tools", "limits", "input", "output");

    /** What {@code limits} may hold. */
    public static final Set<String> LIMITS = Set.of("rounds", "toolCalls", "tokens", "time", "depth", "resultChars");

    static final int DEFAULT_RESULT_CHARS = Agent.DEFAULT_RESULT_LIMIT;

    /**
     * Reads a file.
     *
     * @throws InvalidAgentFile if there is none, or it cannot be used
     */
    public static AgentFile read(Path path) throws InvalidAgentFile {
        try {
            return parse(path, Files.readString(path));
        } catch (NoSuchFileException e) {
            throw new InvalidAgentFile(path + " does not exist");
        } catch (IOException e) {
            throw new InvalidAgentFile(path + " cannot be read: " + e.getMessage());
        }
    }

    /** As {@link #read}, with the text at hand. */
    public static AgentFile parse(Path path, String text) throws InvalidAgentFile {
        return new AgentFileReader(path, text).read();
    }

    /** The agents that it may call, by name. */
    public List<String> agents() {
        return tools == null
                ? List.of()
                : tools.stream()
                        .filter(ToolReference.SubAgent.class::isInstance)
                        .map(tool -> ((ToolReference.SubAgent) tool).agent())
                        .toList();
    }
}
