package dev.mooring.app.chat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/** Without a terminal: each line is something said, and nobody answers questions. */
public final class PlainInput implements ChatInput {
    private final BufferedReader lines;

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

    /** There is no terminal that could send it; a signal ends the program. */
    @Override
    public Watch watch(Runnable onInterrupt) {
        return () -> {};
    }

    @Override
    public void close() {
        // Standard input is not ours.
    }
}
