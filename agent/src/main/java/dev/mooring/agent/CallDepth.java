package dev.mooring.agent;

import dev.mooring.run.RunOptions;
import dev.mooring.run.RunScope;
import java.util.Map;

/**
 * How deep in each other agents are. It travels in the attributes of the scopes, so that it also counts where a function calls an agent.
 *
 * @param path the names of the agents, outermost first
 * @param left how many more may be below
 */
record CallDepth(String path, int left) {
    private static final String PATH = "agent.path";
    private static final String LEFT = "agent.left";

    /** One step further down from where this thread is. */
    static CallDepth to(Agent agent) throws AgentFailed.DepthExceeded {
        Map<String, String> around =
                RunScope.current().map(RunScope::attributes).orElse(Map.of());
        String above = around.get(PATH);
        if (above == null) {
            return new CallDepth(agent.name(), agent.depth());
        }
        String path = above + " > " + agent.name();
        int left = Integer.parseInt(around.getOrDefault(LEFT, "0"));
        if (left == 0) {
            throw new AgentFailed.DepthExceeded("agents call each other deeper than they may: " + path);
        }
        return new CallDepth(path, Math.min(left - 1, agent.depth()));
    }

    RunOptions mark(RunOptions options) {
        return options.attribute(PATH, path).attribute(LEFT, String.valueOf(left));
    }
}
