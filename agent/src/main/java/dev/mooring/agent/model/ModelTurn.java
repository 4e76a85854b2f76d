package dev.mooring.agent.model;

import java.util.List;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * The output of one model turn.
 *
 * @param text the text of the turn; often empty if there are tool calls
 * @param calls the tool calls that the model requests; empty if the turn is an answer
 * @param providerState opaque text of the provider that belongs to this turn and goes back to it with the
 *     conversation; null if the provider has none
 */
@API(status = API.Status.MAINTAINED, since = "0.1")
public record ModelTurn(
        String text,
        List<ToolRequest> calls,
        Usage usage,
        StopReason stopReason,
        @Nullable String providerState) {
    /** Why the model stopped. */
    public enum StopReason {
        /** The answer is complete. */
        DONE,
        /** The model waits for the results of its tool calls. */
        CALLS,
        /** The answer reached the model's maximum length. */
        LENGTH,
        /** The model refuses to answer, or the provider filters the answer. */
        REFUSAL
    }

    /** Copies the list. */
    public ModelTurn {
        calls = List.copyOf(calls);
    }

    /** Creates a complete answer without tool calls. */
    public static ModelTurn answer(String text, Usage usage) {
        return new ModelTurn(text, List.of(), usage, StopReason.DONE, null);
    }
}
