package dev.mooring.agent.provider;

import dev.mooring.agent.model.ModelTimeouts;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Cuts off a stream that is silent for too long. Any event of the stream ends the silence, except pings. The limit before the first
 * token is longer than the limit afterwards. The thread of the caller reports events and tokens; a timer thread closes the stream.
 */
final class SilenceWatch implements AutoCloseable {
    private final ModelTimeouts timeouts;
    private volatile long lastEvent = System.nanoTime();
    private volatile boolean hasToken;
    private volatile @Nullable Duration expired;
    private @Nullable Thread timer;

    SilenceWatch(ModelTimeouts timeouts) {
        this.timeouts = timeouts;
    }

    /** Starts to watch a stream, until {@link #close} or until the next stream is watched. */
    void watch(InputStream stream) {
        close();
        timer = Thread.ofVirtual().name("model silence").start(() -> {
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

    /** Returns how long the stream may still be silent from now on. */
    Duration left() {
        return limit().minusNanos(System.nanoTime() - lastEvent);
    }

    private Duration limit() {
        return hasToken ? timeouts.nextToken() : timeouts.firstToken();
    }

    /** Records that the stream is not silent. */
    void onEvent() {
        lastEvent = System.nanoTime();
    }

    /** Records that the model has produced a token. */
    void onToken() {
        if (!hasToken) {
            hasToken = true;
            LockSupport.unpark(timer); // the next deadline is earlier
        }
    }

    /** Records that the limit is exceeded. */
    void expire() {
        expired = limit();
    }

    /** Returns the limit that was exceeded; null if none was. */
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
