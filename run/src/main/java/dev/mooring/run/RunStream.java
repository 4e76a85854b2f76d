package dev.mooring.run;

import java.time.Duration;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/**
 * The results of a run, read while it goes on. The body has a thread of its own behind a bounded buffer, so the reader's thread is never in
 * the run: whatever the reader does, its next run is a new one.
 *
 * <p>Closing the stream cancels the run and waits for its end, and so does nobody reading for a while. Opened inside a run, the stream
 * is a fork with a scope of its own, and only that scope is cancelled.
 *
 * @param <T> the elements
 */
public final class RunStream<T> implements Iterator<T>, AutoCloseable {
    /**
     * How far the body may run ahead of the reader.
     *
     * @param elements how many elements wait to be read before the body has to wait
     * @param unread after how long without a reader the run is cancelled
     */
    public record Buffer(int elements, Duration unread) {
        private static final Buffer DEFAULT = new Buffer(64, Duration.ofMinutes(5));

        public Buffer {
            if (elements < 1 || !unread.isPositive()) {
                throw new IllegalArgumentException(
                        "A buffer needs room for one element, and time: " + elements + ", " + unread);
            }
        }

        /** 64 elements, 5 minutes. */
        public static Buffer standard() {
            return DEFAULT;
        }
    }

    private final RunScope scope;
    private final Channel<T> channel;

    private RunStream(RunScope scope, Buffer buffer) {
        this.scope = scope;
        this.channel = new Channel<>(scope, buffer);
    }

    static <T> RunStream<T> open(RunOptions options, Buffer buffer, StreamBody<T> body) {
        RunScope scope = AgentRun.scopeFor(options);
        var stream = new RunStream<T>(scope, buffer);
        stream.start(body);
        return stream;
    }

    private void start(StreamBody<T> body) {
        RunScope around = scope.parent().orElse(null);
        if (around == null) {
            Thread.ofVirtual().name(scope.id() + " stream").start(LogContext.carriedTo(() -> produce(body)));
        } else {
            try {
                around.fork(() -> produce(body));
            } catch (RunEnded ended) {
                scope.life().abandon();
                throw ended;
            }
        }
        Thread.ofVirtual().name(scope.id() + " stream watch").start(this::watch);
    }

    private @Nullable Void produce(StreamBody<T> body) {
        Throwable failure = null;
        try {
            scope.<@Nullable Void, Exception>execute(() -> {
                body.run(channel::put);
                return null;
            });
        } catch (Throwable thrown) {
            failure = thrown;
        }
        channel.finish(failure);
        return null;
    }

    private void watch() {
        if (channel.awaitUnread()) {
            cancel("nobody read its stream for " + channel.unread().toSeconds() + " s");
        }
    }

    /** The scope behind the stream: the root of its run, or the one that joined. */
    public RunScope scope() {
        return scope;
    }

    /**
     * Whether there is another element, for which this waits. There is none once the stream is closed.
     *
     * @throws StreamFailed if the body failed, when everything before is read
     * @throws RunCancelled if the run was cancelled otherwise than by {@link #close}, when everything before is read
     * @throws CancellationException if interrupted while waiting
     */
    @Override
    public boolean hasNext() {
        return channel.peek() != null;
    }

    /** The next element, as {@link #hasNext} waits for it. */
    @Override
    public T next() {
        T element = channel.take();
        if (element == null) {
            throw new NoSuchElementException();
        }
        return element;
    }

    /** Cancels the run if it is not over, and waits for its end, unless this is called from within. */
    @Override
    public void close() {
        channel.close();
        cancel("its stream was closed");
    }

    private void cancel(String reason) {
        boolean inTime = scope.cancel(reason);
        if (isInside()) {
            return;
        }
        var calm = new Calm(Thread.interrupted());
        scope.life().endCancelled(calm);
        if (inTime) {
            // The body may never come back to say so itself.
            channel.finish(new RunCancelled(scope.id(), reason, null));
        }
        if (calm.isDisturbed()) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean isInside() {
        RunScope here = RunScope.current().orElse(null);
        while (here != null && here != scope) {
            here = here.parent().orElse(null);
        }
        return here == scope;
    }
}
