package dev.mooring.app;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Runs the real program as a child process, with its own state folder. */
public final class MooringProcess {
    private final Path home;
    private final Map<String, String> environment;

    public MooringProcess(Path home, Map<String, String> environment) {
        this.home = home;
        this.environment = environment;
    }

    /** The result of a process. */
    public record Ended(int code, String out, String err) {}

    Process start(Path err, String... arguments) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(ChildJvm.mooring(arguments)).redirectError(err.toFile());
        prepare(builder);
        return builder.start();
    }

    /** Sets the folders of the process, and removes the API keys of the environment. */
    void prepare(ProcessBuilder builder) {
        builder.directory(home.toFile());
        builder.environment()
                .keySet()
                .removeIf(
                        name -> name.endsWith("_API_KEY") || name.endsWith("_BASE_URL") || name.equals("TRACEPARENT"));
        builder.environment().put("XDG_STATE_HOME", home.resolve("state").toString());
        builder.environment().putAll(environment);
    }

    /** Runs a command to its end, with empty standard input. */
    public Ended run(String... arguments) throws Exception {
        return runWith("", arguments);
    }

    Ended runWith(String input, String... arguments) throws Exception {
        Path err = Files.createTempFile("mooring", ".err");
        Process process = start(err, arguments);
        try {
            process.getOutputStream().write(input.getBytes(UTF_8));
            process.getOutputStream().close();
            String out = new String(process.getInputStream().readAllBytes(), UTF_8);
            if (!process.waitFor(90, TimeUnit.SECONDS)) {
                throw new AssertionError(
                        "mooring " + String.join(" ", arguments) + " did not end: " + Files.readString(err));
            }
            return new Ended(process.exitValue(), out, Files.readString(err));
        } finally {
            process.destroyForcibly();
            Files.delete(err);
        }
    }

    /** Returns the records of the saved runs, oldest first. */
    List<Path> records() throws IOException {
        Path runs = home.resolve("state/mooring/runs");
        if (!Files.isDirectory(runs)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(runs)) {
            return files.filter(file -> file.toString().endsWith(".jsonl"))
                    .sorted()
                    .toList();
        }
    }
}
