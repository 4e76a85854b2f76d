package dev.mooring.bench.fork;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A worker in a forked JVM with this JVM's class path. */
public final class ForkedWorker<T, R> implements AutoCloseable {
    private static final int MAX_STDERR = 4000;
    private static final long EXIT_TIMEOUT_SECONDS = 20;

    private final Process process;
    private final Path stderr;
    private final Writer in;
    private final BufferedReader out;
    private final Class<R> answerType;

    private ForkedWorker(Process process, Path stderr, Class<R> answerType) {
        this.process = process;
        this.stderr = stderr;
        this.in = process.outputWriter(UTF_8);
        this.out = process.inputReader(UTF_8);
        this.answerType = answerType;
    }

    /** Starts a worker and waits until it is ready. */
    public static <T, R> ForkedWorker<T, R> start(
            Class<? extends Worker<T, R>> worker, Class<R> answerType, List<String> arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xms256m",
                "-Xmx1g",
                "-cp",
                System.getProperty("java.class.path")));
        String options = System.getenv("BENCH_JAVA_OPTS");
        if (options != null && !options.isBlank()) {
            command.addAll(1, List.of(options.strip().split("\\s+")));
        }
        command.add(WorkerMain.class.getName());
        command.add(worker.getName());
        command.addAll(arguments);
        File stderr = File.createTempFile("bench", ".log");
        Process process = new ProcessBuilder(command).redirectError(stderr).start();
        ForkedWorker<T, R> forked = new ForkedWorker<>(process, stderr.toPath(), answerType);
        try {
            forked.expect(WorkerMain.READY);
            return forked;
        } catch (IOException | RuntimeException e) {
            forked.close();
            throw e;
        }
    }

    /** Sends a task and waits for its result. */
    public R perform(T task) throws IOException {
        in.write(WorkerMain.JSON.writeValueAsString(task));
        in.write('\n');
        in.flush();
        return WorkerMain.JSON.readValue(expect(WorkerMain.ANSWER), answerType);
    }

    private String expect(String prefix) throws IOException {
        String line = out.readLine();
        while (line != null && !line.startsWith(prefix)) {
            line = out.readLine(); // printed by the JVM itself
        }
        if (line == null) {
            String output = Files.readString(stderr);
            throw new IOException("Forked JVM failed:\n" + output.substring(Math.max(0, output.length() - MAX_STDERR)));
        }
        return line.substring(prefix.length());
    }

    public long pid() {
        return process.pid();
    }

    @Override
    public void close() throws IOException {
        try {
            in.close();
        } catch (IOException e) {
            // The process has already ended.
        }
        try {
            if (!process.waitFor(EXIT_TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
        Files.deleteIfExists(stderr);
    }
}
