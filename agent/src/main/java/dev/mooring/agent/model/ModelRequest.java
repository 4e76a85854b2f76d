package dev.mooring.agent.model;

import java.util.List;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * The input of one model turn.
 *
 * @param agent the name of the agent that makes the request
 * @param instructions the system prompt; may be empty
 * @param conversation the messages so far. The last one is a user message or tool results
 * @param tools the tools that the model may call
 * @param outputSchema the JSON Schema of the answer, for models that can enforce one. The instructions state it too, and the caller
 *     validates the answer. Null if the answer is text
 * @param timeouts how long the model may be silent
 */
@API(status = API.Status.MAINTAINED, since = "0.1")
public record ModelRequest(
        String agent,
        String instructions,
        List<ChatEntry> conversation,
        List<ToolDescription> tools,
        @Nullable ObjectNode outputSchema,
        ModelTimeouts timeouts) {
    /** Copies the lists. */
    public ModelRequest {
        conversation = List.copyOf(conversation);
        tools = List.copyOf(tools);
    }

    /** Creates a request without an output schema, with the default timeouts. */
    public ModelRequest(String agent, String instructions, List<ChatEntry> conversation, List<ToolDescription> tools) {
        this(agent, instructions, conversation, tools, null, ModelTimeouts.DEFAULT);
    }
}
