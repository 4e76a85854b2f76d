package dev.mooring.app.chat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/** Input without a terminal: each line is one message, and prompts get no answer. */
public final class PlainInput implements ChatInput {
    private final BufferedReader lines;

    /** Creates an input that reads from {@code lines}, and does not close it. */
    public PlainInput(BufferedReader lines) {
        this.lines = lines;
    }

    @Override
    public @Nullable String next() {
        try {
            return lines.readLine();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public @Nullable String answer(String prompt) {
        return null;
    }

    /** Does nothing: without a terminal, Ctrl-C ends the program. */
    @Override
    public InterruptWatch watchInterrupts(Runnable onInterrupt) {
        return () -> {};
    }

    @Override
    public void close() {
        // The caller owns the reader.
    }
}
