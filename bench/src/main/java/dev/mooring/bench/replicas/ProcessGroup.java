package dev.mooring.bench.replicas;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;

/**
 * Processes of one program, each on a port that it keeps when it is restarted. Several threads may use it, but only one at a
 * time for each process.
 */
final class ProcessGroup implements AutoCloseable {
    private static final Duration START_TIMEOUT = Duration.ofMinutes(2);

    private final Program program;
    private final Path logs;
    private final List<Integer> ports = new ArrayList<>();
    private final AtomicReferenceArray<Process> processes;

    /**
     * A program that listens on a port.
     *
     * @param name the name of its log files
     * @param command returns the command for a port
     * @param environment variables beside those of this process
     * @param isReady whether the process at a port serves requests
     */
    record Program(
            String name, IntFunction<List<String>> command, Map<String, String> environment, IntPredicate isReady) {}

    /**
     * Starts the processes and waits until they are ready.
     *
     * @param logs the folder for their output
     */
    ProcessGroup(Program program, int size, Path logs) throws Exception {
        this.program = program;
        this.logs = logs;
        this.processes = new AtomicReferenceArray<>(size);
        for (int i = 0; i < size; i++) {
            ports.add(Ports.free());
        }
        List<Future<?>> starting = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < size; i++) {
                int index = i;
                starting.add(threads.submit(() -> {
                    start(index);
                    return null;
                }));
            }
        }
        try {
            for (Future<?> each : starting) {
                each.get();
            }
        } catch (Exception e) {
            close();
            throw e;
        }
    }

    int size() {
        return ports.size();
    }

    List<Integer> ports() {
        return List.copyOf(ports);
    }

    /** Starts a process and waits until it is ready. If it ends before, it is started again, as by a supervisor. */
    void start(int index) throws IOException, InterruptedException {
        int port = ports.get(index);
        long deadline = System.nanoTime() + START_TIMEOUT.toNanos();
        Process process = launch(index, port);
        while (!program.isReady().test(port)) {
            if (System.nanoTime() > deadline) {
                process.destroyForcibly();
                throw new IOException(program.name() + " is not ready after " + START_TIMEOUT.toSeconds()
                        + " s. Its output is in " + log(index));
            }
            if (!process.isAlive()) {
                process = launch(index, port);
            }
            Thread.sleep(50);
        }
    }

    private Process launch(int index, int port) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(program.command().apply(port))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log(index).toFile()));
        builder.environment().putAll(program.environment());
        Process process = builder.start();
        processes.set(index, process);
        return process;
    }

    private Path log(int index) {
        return logs.resolve(program.name() + "-" + (index + 1) + ".log");
    }

    /** Kills a process with SIGKILL. */
    void kill(int index) throws InterruptedException {
        processes.get(index).destroyForcibly().waitFor();
    }

    /** Stops a process with SIGTERM. */
    void terminate(int index) throws InterruptedException {
        Process process = processes.get(index);
        process.destroy();
        if (!process.waitFor(START_TIMEOUT.toSeconds(), TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new IllegalStateException(program.name() + " does not stop on SIGTERM");
        }
    }

    /** Sends a signal to a process. */
    void signal(int index, String name) throws IOException, InterruptedException {
        new ProcessBuilder(
                        "kill", "-" + name, String.valueOf(processes.get(index).pid()))
                .start()
                .waitFor();
    }

    @Override
    public void close() {
        for (int i = 0; i < processes.length(); i++) {
            Process process = processes.get(i);
            if (process != null) {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
            }
        }
    }
}
