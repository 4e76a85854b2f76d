package dev.mooring.bench.contender;

import dev.mooring.bench.fork.Contender;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The bare loop with a separate reader thread: a minimal client whose callers can stop waiting. Not thread-safe.
 */
public final class ReaderThreadLoop implements Contender {
    private final BareLoop bare;
    private volatile long answered;
    private volatile @Nullable Thread caller;
    private volatile @Nullable IOException failure;

    /** @param arguments those of {@link BareLoop} */
    public ReaderThreadLoop(List<String> arguments) throws IOException {
        bare = new BareLoop(arguments);
        Thread.ofPlatform().daemon().start(this::read);
    }

    private void read() {
        try {
            for (long next = BareLoop.FIRST_ID; ; next++) {
                bare.awaitAnswer(next);
                answered = next;
                LockSupport.unpark(caller);
            }
        } catch (IOException e) {
            failure = e;
            LockSupport.unpark(caller);
        }
    }

    @Override
    public void call() throws IOException {
        caller = Thread.currentThread();
        long id = bare.write();
        while (answered != id) {
            if (failure != null) {
                throw failure;
            }
            LockSupport.park(this);
        }
    }

    @Override
    public void close() throws IOException {
        bare.close();
    }
}
