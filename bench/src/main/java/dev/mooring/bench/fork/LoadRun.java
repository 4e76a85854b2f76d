package dev.mooring.bench.fork;

import com.sun.management.OperatingSystemMXBean;
import dev.mooring.bench.measure.Samples;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Runs one load on a contender. */
final class LoadRun {
    private static final long STALL_NANOS = 1_000_000_000;
    private static final Duration EXIT_TIMEOUT = Duration.ofSeconds(2);
    private static final OperatingSystemMXBean SYSTEM =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    private final Contender contender;
    private final Load load;
    private final CountDownLatch go = new CountDownLatch(1);
    private final AtomicReference<@Nullable Throwable> fault = new AtomicReference<>();
    private volatile long endsAt;

    LoadRun(Contender contender, Load load) {
        this.contender = contender;
        this.load = load;
    }

    /** One calling thread. Its fields are read after the thread has ended. */
    private final class Caller implements Runnable {
        private final Samples samples = new Samples();
        private long failed;

        @Override
        public void run() {
            try {
                go.await();
                while (load.callsEach() == 0 || samples.count() + failed < load.callsEach()) {
                    long began = System.nanoTime();
                    if (began - endsAt >= 0 || Thread.interrupted()) {
                        return;
                    }
                    call(began);
                }
            } catch (InterruptedException e) {
                // The load has ended.
            }
        }

        private void call(long began) throws InterruptedException {
            try {
                contender.call();
                samples.add(System.nanoTime() - began);
            } catch (InterruptedException e) {
                failed++;
                throw e;
            } catch (Exception e) {
                fault.compareAndSet(null, e);
                failed++;
            }
        }
    }

    LoadResult run() throws InterruptedException {
        List<Caller> all = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < load.inFlight(); i++) {
            Caller caller = new Caller();
            all.add(caller);
            threads.add((load.platform() ? Thread.ofPlatform().daemon() : Thread.ofVirtual()).start(caller));
        }
        long cpuBefore = SYSTEM.getProcessCpuTime();
        long began = System.nanoTime();
        endsAt = began + TimeUnit.MILLISECONDS.toNanos(load.millis());
        go.countDown();
        int unfinished = awaitAll(threads);
        double seconds = (System.nanoTime() - began) / 1e9;
        long cpu = SYSTEM.getProcessCpuTime() - cpuBefore;
        return result(all, unfinished, seconds, cpu);
    }

    /** Returns the number of threads that did not end when they were interrupted. */
    private int awaitAll(List<Thread> threads) throws InterruptedException {
        long extra = load.callsEach() == 0 ? EXIT_TIMEOUT.toNanos() : 0;
        for (Thread thread : threads) {
            thread.join(Duration.ofNanos(Math.max(1, endsAt + extra - System.nanoTime())));
        }
        threads.forEach(Thread::interrupt);
        int unfinished = 0;
        for (Thread thread : threads) {
            unfinished += thread.join(EXIT_TIMEOUT) ? 0 : 1;
        }
        return unfinished;
    }

    private LoadResult result(List<Caller> all, int unfinished, double seconds, long cpu) {
        Samples samples = new Samples();
        long failed = unfinished;
        for (Caller caller : all) {
            samples.addAll(caller.samples);
            failed += caller.failed;
        }
        long expected = load.callsEach() == 0 ? samples.count() + failed : (long) load.inFlight() * load.callsEach();
        Throwable first = fault.get();
        return new LoadResult(
                samples.count(),
                Math.max(failed, expected - samples.count()),
                samples.over(STALL_NANOS),
                seconds,
                samples.percentileMicros(0.5),
                samples.percentileMicros(0.99),
                samples.percentileMicros(1),
                cpu / 1000.0 / Math.max(1, samples.count()),
                first == null ? "" : first.toString());
    }
}
