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

    /** Asks several questions in a row, without a question of another thread between them. */
    <T extends @Nullable Object> T exclusively(Dialogue<T> dialogue) throws InterruptedException;

    /** Questions that belong together. */
    @FunctionalInterface
    interface Dialogue<T extends @Nullable Object> {
        /** Asks the questions. */
        T hold() throws InterruptedException;
    }
}
