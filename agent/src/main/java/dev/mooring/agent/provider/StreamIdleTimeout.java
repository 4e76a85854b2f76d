package dev.mooring.agent.provider;

import dev.mooring.agent.model.ModelTimeouts;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The idle timeout of a model's stream. It cuts off a stream without content: pings and empty events do not count. The timeout before
 * the first token is longer than that between two tokens. The thread of the caller reports content and tokens; a timer thread closes the
 * stream.
 */
final class StreamIdleTimeout implements AutoCloseable {
    private final ModelTimeouts timeouts;
    private volatile long lastContent = System.nanoTime();
    private volatile boolean hasToken;
    private volatile @Nullable Duration expired;
    private @Nullable Thread timer;

    StreamIdleTimeout(ModelTimeouts timeouts) {
        this.timeouts = timeouts;
    }

    /** Starts to watch a stream, until {@link #close} or until the next stream is watched. */
    void watch(InputStream stream) {
        close();
        timer = Thread.ofVirtual().name("model idle timeout").start(() -> {
            Duration left = left();
            while (left.isPositive() && !Thread.currentThread().isInterrupted()) {
                LockSupport.parkNanos(left.toNanos());
                left = left();
            }
            if (!Thread.currentThread().isInterrupted()) {
                expire();
                closeToWakeUpReader(stream);
            }
        });
    }

    private static void closeToWakeUpReader(InputStream stream) {
        try {
            stream.close();
        } catch (IOException e) {
            // The stream has ended.
        }
    }

    /** Returns the time until the timeout, if no content arrives. */
    Duration left() {
        return limit().minusNanos(System.nanoTime() - lastContent);
    }

    private Duration limit() {
        return hasToken ? timeouts.nextToken() : timeouts.firstToken();
    }

    /** Records that the stream has content. */
    void onContent() {
        lastContent = System.nanoTime();
    }

    /** Records that the model has produced a token. */
    void onToken() {
        if (!hasToken) {
            hasToken = true;
            LockSupport.unpark(timer); // the next deadline is earlier
        }
    }

    /** Records that the stream has timed out. */
    void expire() {
        expired = limit();
    }

    /** Returns the timeout that has passed; null if none has. */
    @Nullable
    Duration expired() {
        return expired;
    }

    @Override
    public void close() {
        if (timer != null) {
            timer.interrupt();
        }
    }
}
