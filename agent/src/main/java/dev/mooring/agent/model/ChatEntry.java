package dev.mooring.agent.model;

import java.util.List;
import org.apiguardian.api.API;

/** One message of a conversation between a user, a model and its tools. */
@API(status = API.Status.MAINTAINED, since = "0.1")
public sealed interface ChatEntry {
    /** A message of the user: a person, a program or a calling agent. */
    record UserMessage(String text) implements ChatEntry {}

    /** A turn of the model. If the turn has tool calls, the next entry holds their results. */
    record ModelMessage(ModelTurn turn) implements ChatEntry {}

    /** The results of the preceding turn: one for each tool call, in the order of the calls. */
    record ToolMessage(List<ToolAnswer> answers) implements ChatEntry {
        /** Copies the list. */
        public ToolMessage {
            answers = List.copyOf(answers);
        }
    }
}
