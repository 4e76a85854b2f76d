package dev.mooring.app.terminal;

import java.io.PrintWriter;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** A prompter that reads from a source of lines, and pauses the live lines meanwhile. */
public final class LinePrompter implements Prompter {
    /** Reads lines from the terminal. */
    @FunctionalInterface
    public interface LineSource {
        /** Shows the prompt and reads one line; null at the end of the input. */
        @Nullable
        String read(String prompt);
    }

    private final LiveLines lines;
    private final PrintWriter err;
    private final LineSource source;

    /** Held by the thread that prompts. Fair, so that prompts come in order. */
    private final ReentrantLock prompting = new ReentrantLock(true);

    /** Creates a prompter that shows explanations on {@code err}. */
    public LinePrompter(LiveLines lines, PrintWriter err, LineSource source) {
        this.lines = lines;
        this.err = err;
        this.source = source;
    }

    @Override
    public @Nullable String prompt(String explanation, String prompt) throws InterruptedException {
        return this.<@Nullable String>exclusively(() -> {
            if (!explanation.isEmpty()) {
                err.println(explanation);
            }
            err.flush();
            return read(prompt);
        });
    }

    /** Reads on another thread, because a terminal read cannot be interrupted. An answer after an interrupt is lost. */
    private @Nullable String read(String prompt) throws InterruptedException {
        CompletableFuture<@Nullable String> answer = new CompletableFuture<>();
        Thread.ofPlatform().daemon().name("terminal-prompt").start(() -> {
            try {
                answer.complete(source.read(prompt));
            } catch (RuntimeException e) {
                answer.completeExceptionally(e);
            }
        });
        try {
            return answer.get();
        } catch (ExecutionException e) {
            return null; // the terminal is gone
        }
    }

    @Override
    public <T extends @Nullable Object> T exclusively(PromptSeries<T> prompts) throws InterruptedException {
        prompting.lockInterruptibly();
        try {
            if (prompting.getHoldCount() == 1) {
                lines.pause();
            }
            return prompts.run();
        } finally {
            if (prompting.getHoldCount() == 1) {
                lines.resume();
            }
            prompting.unlock();
        }
    }
}
