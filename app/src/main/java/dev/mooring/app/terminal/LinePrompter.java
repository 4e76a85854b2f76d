package dev.mooring.app.terminal;

import java.io.PrintWriter;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Asks with whatever reads a line, while the live lines are still. */
public final class LinePrompter implements Prompter {
    /** Reads one line, after a prompt; null at the end of the input. */
    public interface LineSource {
        @Nullable
        String read(String prompt);
    }

    private final LiveLines lines;
    private final PrintWriter err;
    private final LineSource source;

    /** Held while somebody asks. */
    private final ReentrantLock turn = new ReentrantLock(true);

    public LinePrompter(LiveLines lines, PrintWriter err, LineSource source) {
        this.lines = lines;
        this.err = err;
        this.source = source;
    }

    @Override
    public @Nullable String ask(String explanation, String prompt) throws InterruptedException {
        return this.<@Nullable String>together(() -> {
            if (!explanation.isEmpty()) {
                err.println(explanation);
            }
            err.flush();
            return read(prompt);
        });
    }

    /** A read from a terminal cannot be interrupted, so another thread does it; an answer that comes too late is lost. */
    private @Nullable String read(String prompt) throws InterruptedException {
        CompletableFuture<@Nullable String> answer = new CompletableFuture<>();
        Thread.ofPlatform().daemon().name("terminal-question").start(() -> {
            try {
                answer.complete(source.read(prompt));
            } catch (RuntimeException e) {
                answer.completeExceptionally(e);
            }
        });
        try {
            return answer.get();
        } catch (ExecutionException e) {
            return null; // no terminal any more is no answer
        }
    }

    @Override
    public <T extends @Nullable Object> T together(Questions<T> questions) throws InterruptedException {
        turn.lockInterruptibly();
        try {
            if (turn.getHoldCount() == 1) {
                lines.pause();
            }
            return questions.ask();
        } finally {
            if (turn.getHoldCount() == 1) {
                lines.goOn();
            }
            turn.unlock();
        }
    }
}
