package dev.mooring.mcp.client.stdio;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.mcp.Failure;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.Reply;
import dev.mooring.mcp.RequestId;
import dev.mooring.mcp.client.transport.Call;
import dev.mooring.mcp.client.transport.Deadline;
import java.io.OutputStream;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A call that starts while its reply arrives and the connection breaks, repeated many times. Lincheck 3.4 on JDK 25 cannot
 * check this: its report of an execution of this class fails with an exception of its own.
 */
class PendingCallsRaceTest {
    private static final Reply REPLY = new Reply.Result(Json.object());
    private static final Reply LOST = new Reply.Failed(new Failure.ConnectionLost("lost", true));
    private static final RequestId ID = RequestId.of(1L);

    private final ExecutorService threads = Executors.newFixedThreadPool(3);

    @AfterEach
    void close() {
        threads.shutdownNow();
    }

    /** One connection with one call. */
    private static final class Connection {
        private final PendingCalls pending = new PendingCalls(new PipeWriter(OutputStream.nullOutputStream(), "race"));
        private final AtomicReference<@Nullable Failure> failure = new AtomicReference<>();

        /** Waits for the reply with the steps of {@link StdioTransport#exchange}. */
        private @Nullable Reply exchange() throws InterruptedException {
            PendingCall waiting = pending.add(new Call(1, "ping", Json.object(), null, Deadline.never()));
            try {
                return failure.get() != null ? LOST : waiting.await();
            } finally {
                pending.remove(waiting);
            }
        }

        private void breakConnection() {
            failure.set(new Failure.ConnectionLost("lost", true));
            pending.completeAll(_ -> LOST);
        }
    }

    private void race(int rounds) throws Exception {
        for (int round = 0; round < rounds; round++) {
            Connection connection = new Connection();
            var start = new CyclicBarrier(3);
            Future<@Nullable Reply> call = competitor(start, connection::exchange);
            Future<?> reply = competitor(start, () -> {
                connection.pending.complete(ID, REPLY);
                return true;
            });
            Future<?> loss = competitor(start, () -> {
                connection.breakConnection();
                return true;
            });
            assertThat(call.get()).isIn(REPLY, LOST);
            reply.get();
            loss.get();
            assertThat(connection.pending.contains(ID)).isFalse();
        }
    }

    private <T extends @Nullable Object> Future<T> competitor(CyclicBarrier start, Callable<T> task) {
        return threads.submit(() -> {
            start.await();
            return task.call();
        });
    }

    @Test
    @Timeout(120)
    void callEndsWithTheReplyOrTheLoss() throws Exception {
        race(10_000);
    }

    @Test
    @Tag("long")
    @Timeout(1200)
    void callEndsWithTheReplyOrTheLossInManyRounds() throws Exception {
        race(1_000_000);
    }
}
