package dev.mooring.app.record;

import dev.mooring.run.RunId;
import dev.mooring.session.Secrets;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The folder of saved runs: one file each, readable by its owner alone. The oldest go when there are too many. */
public final class RunFolder {
    private static final int KEPT = 1000;

    private final Path folder;
    private final int kept;

    public RunFolder(Path folder) {
        this(folder, KEPT);
    }

    RunFolder(Path folder, int kept) {
        this.folder = folder;
        this.kept = kept;
    }

    /** Under {@code $XDG_STATE_HOME}, or else {@code ~/.local/state}. */
    public static RunFolder usual(Map<String, String> environment) {
        String state = environment.get("XDG_STATE_HOME");
        Path base = state != null && Path.of(state).isAbsolute()
                ? Path.of(state)
                : Path.of(System.getProperty("user.home"), ".local", "state");
        return new RunFolder(base.resolve("mooring").resolve("runs"));
    }

    public Path path() {
        return folder;
    }

    /** Begins the record of a run. */
    public RunWriter begin(RunId id, Instant started, Secrets secrets) throws IOException {
        Files.createDirectories(
                folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        removeOldest();
        return RunWriter.create(folder.resolve(SavedRun.fileName(id.value(), started)), started, secrets);
    }

    /** Newest first. */
    public List<SavedRun> runs() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.flatMap(file -> SavedRun.at(file).stream())
                    .sorted(Comparator.comparing((SavedRun run) -> run.fileName())
                            .reversed())
                    .toList();
        } catch (NoSuchFileException e) {
            return List.of();
        }
    }

    /**
     * The run whose id is given or begins so, with or without {@code run_}.
     *
     * @throws UnknownRun if there is none, or more than one
     */
    public SavedRun find(String id) throws IOException, UnknownRun {
        String wanted = id.startsWith("run_") ? id : "run_" + id;
        List<SavedRun> found =
                runs().stream().filter(run -> run.id().startsWith(wanted)).toList();
        return switch (found.size()) {
            case 1 -> found.getFirst();
            case 0 -> throw new UnknownRun("there is no saved run " + id + "; 'mooring runs' lists those that are");
            default ->
                throw new UnknownRun(id + " is the beginning of " + found.size() + " runs: "
                        + String.join(
                                ", ", found.stream().limit(5).map(SavedRun::id).toList())
                        + (found.size() > 5 ? ", ..." : ""));
        };
    }

    /** Leaves room for one more. */
    private void removeOldest() throws IOException {
        List<SavedRun> runs = runs();
        for (SavedRun old : runs.subList(Math.min(runs.size(), kept - 1), runs.size())) {
            Files.deleteIfExists(old.file());
            Files.deleteIfExists(old.page());
        }
    }
}
