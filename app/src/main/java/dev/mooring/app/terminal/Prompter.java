package dev.mooring.app.terminal;

import org.jspecify.annotations.Nullable;

/** Asks the person at the terminal something, and waits. One question at a time: others wait for their turn. */
public interface Prompter {
    /**
     * Asks one question.
     *
     * @param explanation lines to show before; may be empty
     * @param prompt what stands before the answer
     * @return the line that was typed, without its end; null if there is no more input
     */
    @Nullable
    String ask(String explanation, String prompt) throws InterruptedException;

    /** Has several questions asked in a row, with none of anybody else between. */
    <T extends @Nullable Object> T together(Questions<T> questions) throws InterruptedException;

    /** Some questions that belong together. */
    interface Questions<T extends @Nullable Object> {
        T ask() throws InterruptedException;
    }
}
