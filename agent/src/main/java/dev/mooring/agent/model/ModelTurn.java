package dev.mooring.agent.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a model did when it was its turn.
 *
 * @param text what it said; may be empty, as with calls it often is
 * @param calls what it wants done before it goes on; empty if this is its answer
 * @param memo what the provider wants back with this turn later on, which nobody else can read; null for nothing
 */
public record ModelTurn(
        String text,
        List<ToolRequest> calls,
        Usage usage,
        Stop stop,
        @Nullable Object memo) {
    /** Why the model stopped. */
    public enum Stop {
        /** It has said what it had to. */
        DONE,
        /** It waits for the results of its calls. */
        CALLS,
        /** It was cut off at its longest. */
        LENGTH,
        /** It will not, or its provider will not let it. */
        REFUSAL
    }

    public ModelTurn {
        calls = List.copyOf(calls);
    }

    public static ModelTurn said(String text, Usage usage) {
        return new ModelTurn(text, List.of(), usage, Stop.DONE, null);
    }
}
