package dev.mooring.agent;

import dev.mooring.run.RunOptions;
import dev.mooring.run.RunScope;
import java.util.Map;

/**
 * The nesting of agents that call each other. Scope attributes carry the depth, so that it includes agents that a function
 * calls.
 *
 * @param path the names of the agents, outermost first
 * @param remaining how many further levels are allowed
 */
record CallDepth(String path, int remaining) {
    private static final String PATH = "agent.path";
    private static final String REMAINING = "agent.remainingDepth";

    /** Returns the depth of an agent that the current thread invokes. */
    static CallDepth of(Agent agent) throws AgentFailed.DepthExceeded {
        Map<String, String> attributes =
                RunScope.current().map(RunScope::attributes).orElse(Map.of());
        String above = attributes.get(PATH);
        if (above == null) {
            return new CallDepth(agent.name(), agent.maxDepth());
        }
        String path = above + " > " + agent.name();
        int remaining = Integer.parseInt(attributes.getOrDefault(REMAINING, "0"));
        if (remaining == 0) {
            throw new AgentFailed.DepthExceeded(
                    "Sub-agent depth limit reached: " + path + ". Raise the depth limit of the outermost agent.");
        }
        return new CallDepth(path, Math.min(remaining - 1, agent.maxDepth()));
    }

    RunOptions.Builder addTo(RunOptions.Builder options) {
        return options.attribute(PATH, path).attribute(REMAINING, String.valueOf(remaining));
    }
}
