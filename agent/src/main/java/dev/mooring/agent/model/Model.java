package dev.mooring.agent.model;

import java.util.Set;

/** Something that takes turns in a conversation. Safe for many threads at once. */
public interface Model {
    /** As people write it, with the provider: {@code openai/gpt-5}. */
    String name();

    /** What it takes in the results of tools besides text. */
    default Set<Media> accepts() {
        return Set.of();
    }

    /**
     * Takes one turn. Tries once: to try again is the caller's business.
     *
     * @param text hears the turn's text as it comes, on any one thread; all of it has been heard when this returns
     * @throws ModelFailed if there is no turn
     * @throws InterruptedException if interrupted while waiting; the request is broken off
     */
    ModelTurn answer(ModelRequest request, TextListener text) throws ModelFailed, InterruptedException;
}
