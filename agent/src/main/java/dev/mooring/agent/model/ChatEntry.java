package dev.mooring.agent.model;

import java.util.List;

/** One part of a conversation between a user, a model and its tools. */
public sealed interface ChatEntry {
    record UserSaid(String text) implements ChatEntry {}

    /** What the model did; calls in it are answered by the next entry. */
    record ModelSaid(ModelTurn turn) implements ChatEntry {}

    /** One result for each call of the turn before, in the order of the calls. */
    record ToolsAnswered(List<ToolAnswer> answers) implements ChatEntry {
        public ToolsAnswered {
            answers = List.copyOf(answers);
        }
    }
}
