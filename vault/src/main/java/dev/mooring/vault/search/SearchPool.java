package dev.mooring.vault.search;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/**
 * Runs searches on a bounded number of platform threads. Schedules callers round-robin: each turn runs one slice of one
 * search, so a caller with many or slow searches delays another caller by one slice per turn. The threads are not virtual,
 * because searches compute: on the carriers of virtual threads they would delay every other tool call. Where the system
 * allows it, the threads have a low priority, so that other tool calls get a processor first. Thread-safe.
 */
public final class SearchPool {

    /** The pool of this process, with a thread for each processor. */
    public static final SearchPool SHARED = new SearchPool(Runtime.getRuntime().availableProcessors());

    private final int threads;
    private final ThreadPoolExecutor executor;

    /** The waiting work of each caller. The first caller is next. Guarded by itself. */
    private final Map<Object, Deque<Work>> waiting = new LinkedHashMap<>();

    /** Creates a pool whose threads are daemons and end when they are idle. */
    public SearchPool(int threads) {
        this.threads = threads;
        ThreadFactory threadFactory =
                Thread.ofPlatform().daemon().name("search-", 0).factory();
        this.executor = new ThreadPoolExecutor(
                threads,
                threads,
                10,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                work -> threadFactory.newThread(() -> {
                    LowPriority.applyToCurrentThread();
                    work.run();
                }));
        executor.allowCoreThreadTimeOut(true);
    }

    /** Work that runs in slices, on one thread at a time. */
    public interface Work {

        /** Works for some milliseconds. Returns true if work is left. Must not throw. */
        boolean runSlice();
    }

    /** Returns how many slices run at the same time. */
    public int threads() {
        return threads;
    }

    /**
     * Adds work at the end of its caller's queue.
     *
     * @param caller identifies the caller by {@code equals}
     */
    public void submit(Object caller, Work work) {
        synchronized (waiting) {
            waiting.computeIfAbsent(caller, _ -> new ArrayDeque<>()).add(work);
        }
        executor.execute(this::takeTurn);
    }

    /**
     * Computes something short on a thread of the pool, such as a compiled pattern, and waits for it. It is one slice of
     * its caller.
     *
     * @throws SearchLimits.Exceeded if the caller's time is over before the computation ends, or the thread is interrupted
     */
    public <T> T compute(Object caller, SearchLimits.Budget budget, Supplier<T> computation) {
        var result = new FutureTask<>(computation::get);
        submit(caller, () -> {
            result.run();
            return false;
        });
        try {
            return result.get(budget.remainingNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            throw budget.cancel();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw budget.cancel();
        } catch (ExecutionException e) {
            throw new IllegalStateException("A search failed", e.getCause());
        }
    }

    /** Runs one slice. The executor has one queued turn for each waiting work. */
    private void takeTurn() {
        Object caller;
        Work work;
        synchronized (waiting) {
            var next = waiting.entrySet().iterator().next();
            caller = next.getKey();
            Deque<Work> own = next.getValue();
            work = Objects.requireNonNull(own.poll());
            waiting.remove(caller);
            if (!own.isEmpty()) {
                waiting.put(caller, own);
            }
        }
        if (work.runSlice()) {
            submit(caller, work);
        }
    }
}
