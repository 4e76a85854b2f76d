package dev.mooring.agent.model;

import java.util.List;

/**
 * What a model is asked to go on from.
 *
 * @param agent the name of the agent that asks
 * @param instructions what the agent is and should do; may be empty
 * @param conversation so far, ending with something to answer
 * @param tools what may be called
 */
public record ModelRequest(
        String agent, String instructions, List<ChatEntry> conversation, List<ToolDescription> tools) {
    public ModelRequest {
        conversation = List.copyOf(conversation);
        tools = List.copyOf(tools);
    }
}
