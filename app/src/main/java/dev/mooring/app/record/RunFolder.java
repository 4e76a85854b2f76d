package dev.mooring.app.record;

import dev.mooring.app.state.OwnerOnly;
import dev.mooring.app.state.StateFolder;
import dev.mooring.mcp.Json;
import dev.mooring.run.RunId;
import dev.mooring.session.Secrets;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The folder of saved runs. Each run has a record and, unless it continues another run, a transcript: two files that only
 * their owner can read. The newest 1,000 of each are kept.
 */
public final class RunFolder {
    private static final int MAX_RUNS = 1000;

    private final Path folder;
    private final int maxRuns;

    RunFolder(Path folder) {
        this(folder, MAX_RUNS);
    }

    RunFolder(Path folder, int maxRuns) {
        this.folder = folder;
        this.maxRuns = maxRuns;
    }

    /** Returns the folder {@code mooring/runs} in {@code $XDG_STATE_HOME}, or in {@code ~/.local/state} if it is not set. */
    public static RunFolder standard(Map<String, String> environment) {
        return new RunFolder(StateFolder.standard(environment).resolve("runs"));
    }

    /** Returns the path of the folder, which need not exist. */
    public Path path() {
        return folder;
    }

    /** Creates the record of a run, after removing the oldest runs beyond the limit. The caller closes the writer. */
    RunWriter begin(RunId id, Instant started, Secrets secrets) throws IOException {
        Files.createDirectories(folder, OwnerOnly.FOLDER);
        removeOldest();
        return RunWriter.create(folder.resolve(SavedRun.fileName(id.value(), started)), started, secrets);
    }

    /** Returns all saved runs, newest first. */
    public List<SavedRun> runs() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.flatMap(file -> SavedRun.of(file).stream())
                    .sorted(Comparator.comparing((SavedRun run) -> run.fileName())
                            .reversed())
                    .toList();
        } catch (NoSuchFileException e) {
            return List.of();
        }
    }

    /**
     * Finds a run by its id or the beginning of its id, with or without {@code run_}.
     *
     * @throws UnknownRun if no run or more than one run matches
     */
    public SavedRun find(String id) throws IOException, UnknownRun {
        String wanted = id.startsWith("run_") ? id : "run_" + id;
        List<SavedRun> found =
                runs().stream().filter(run -> run.id().startsWith(wanted)).toList();
        return switch (found.size()) {
            case 1 -> found.getFirst();
            case 0 -> throw new UnknownRun("No saved run has the id " + id + ". 'mooring runs' lists the saved runs.");
            default ->
                throw new UnknownRun("The id " + id + " matches " + found.size() + " runs. Write more of it: "
                        + String.join(
                                ", ", found.stream().limit(5).map(SavedRun::id).toList())
                        + (found.size() > 5 ? ", ..." : ""));
        };
    }

    /** Returns the path of a new run's transcript, after removing the oldest transcripts beyond the limit. */
    public Path newTranscript(RunId id, Instant started) throws IOException {
        List<SavedTranscript> all = transcripts();
        for (SavedTranscript old : all.subList(Math.min(all.size(), maxRuns - 1), all.size())) {
            Files.deleteIfExists(old.file());
        }
        removeOldestIncomplete();
        return folder.resolve(SavedTranscript.fileName(id.value(), started));
    }

    /** Removes the oldest transcripts that could not be written to their end, beyond the limit. No command reads them. */
    private void removeOldestIncomplete() throws IOException {
        List<Path> all;
        try (Stream<Path> files = Files.list(folder)) {
            all = files.filter(SavedTranscript::isIncomplete)
                    .sorted(Comparator.reverseOrder()) // their names begin with a time
                    .toList();
        } catch (NoSuchFileException e) {
            return;
        }
        for (Path old : all.subList(Math.min(all.size(), maxRuns), all.size())) {
            Files.deleteIfExists(old);
        }
    }

    /** Returns all transcripts, last written first. */
    public List<SavedTranscript> transcripts() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.flatMap(file -> SavedTranscript.of(file).stream())
                    .sorted(Comparator.comparing(SavedTranscript::written)
                            .thenComparing(SavedTranscript::file)
                            .reversed())
                    .toList();
        } catch (NoSuchFileException e) {
            return List.of();
        }
    }

    /**
     * Finds the transcript of a run, by the id of the run or of a run that continued it.
     *
     * @throws UnknownRun if no run or more than one run matches, or if it has no transcript
     */
    public SavedTranscript findTranscript(String id) throws IOException, UnknownRun {
        SavedRun run = find(id);
        String continued = Json.stringAt(run.summary().first(), EventWriter.RESUMES);
        String owner = continued == null ? run.id() : continued;
        for (SavedTranscript transcript : transcripts()) {
            if (transcript.id().equals(owner)) {
                return transcript;
            }
        }
        throw new UnknownRun("Run " + run.id() + " has no transcript, so it cannot be continued. An older version of"
                + " Mooring saved it, or its transcript could not be written.");
    }

    /** Removes the oldest records beyond the limit, so that one more fits. */
    private void removeOldest() throws IOException {
        List<SavedRun> runs = runs();
        for (SavedRun old : runs.subList(Math.min(runs.size(), maxRuns - 1), runs.size())) {
            Files.deleteIfExists(old.file());
        }
    }
}
