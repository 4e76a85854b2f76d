package dev.mooring.app.terminal;

import org.jspecify.annotations.Nullable;

/** Prompts the person at the terminal and waits for the answer. Concurrent prompts wait for each other. */
public interface Prompter {
    /**
     * Asks one question.
     *
     * @param explanation lines to show above the prompt; may be empty
     * @param prompt the text before the cursor
     * @return the typed line without its line break; null at the end of the input
     */
    @Nullable
    String prompt(String explanation, String prompt) throws InterruptedException;

    /** Runs a series of prompts. Prompts of other threads wait until it has ended. */
    <T extends @Nullable Object> T exclusively(PromptSeries<T> prompts) throws InterruptedException;

    /** A series of prompts that belong together. */
    @FunctionalInterface
    interface PromptSeries<T extends @Nullable Object> {
        /** Prompts the person, and returns the result of all answers. */
        T run() throws InterruptedException;
    }
}
