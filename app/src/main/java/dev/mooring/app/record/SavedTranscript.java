package dev.mooring.app.record;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.MalformedJson;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.node.ObjectNode;

/**
 * The transcript of a run, beside its record. {@link dev.mooring.agent.TranscriptFile} defines the content.
 *
 * @param id the id of the run that began the transcript
 * @param written when it was last written
 */
public record SavedTranscript(String id, Path file, FileTime written) {
    private static final String SUFFIX = ".transcript";
    private static final Pattern NAME = Pattern.compile("\\d{8}T\\d{9}Z-(run_[0-9a-f]{16})\\.transcript");

    private static final Pattern INCOMPLETE_NAME = Pattern.compile(NAME.pattern() + "\\.incomplete");

    /** Large enough for the whole last line of a complete run. */
    private static final int TAIL_BYTES = 256;

    /** Whether a run can be continued. */
    public enum State {
        /** The agent has ended its work. */
        COMPLETE,
        /** A process is executing the run. */
        RUNNING,
        /** The run can be continued. */
        INTERRUPTED
    }

    static String fileName(String id, Instant started) {
        return SavedRun.fileName(id, started).replaceFirst("\\.jsonl$", SUFFIX);
    }

    /** Returns whether a file is a transcript that could not be written to its end, and cannot be continued. */
    static boolean isIncomplete(Path file) {
        return INCOMPLETE_NAME.matcher(file.getFileName().toString()).matches();
    }

    /** Returns the transcript in a file; empty if the name is not that of a transcript, or if the file is gone. */
    static Optional<SavedTranscript> of(Path file) {
        Matcher name = NAME.matcher(file.getFileName().toString());
        try {
            return name.matches()
                    ? Optional.of(new SavedTranscript(name.group(1), file, Files.getLastModifiedTime(file)))
                    : Optional.empty();
        } catch (IOException e) {
            return Optional.empty(); // another process has just removed it
        }
    }

    /**
     * Returns the description of the run in the first line. Do not call this method, or the others that read the file, while
     * this process has the transcript open: closing any reader of a file releases the lock that the process holds on it.
     */
    public ObjectNode about() throws IOException {
        try (BufferedReader reader = SavedRun.open(file)) {
            String line = reader.readLine();
            ObjectNode about = line == null ? null : Json.objectAt(Json.parse(line), "about");
            if (about != null) {
                return about;
            }
        } catch (MalformedJson e) {
            throw new IOException(
                    "The transcript " + file + " is damaged, so its run cannot be continued. Start the run again. ("
                            + e.getMessage() + ")",
                    e);
        }
        throw new IOException("The transcript " + file
                + " is empty, because the program was killed when the run began. Start the run again.");
    }

    /** Returns whether the transcript has lines after the one that {@link #about} reads. */
    public boolean hasMessages() throws IOException {
        try (BufferedReader reader = SavedRun.open(file)) {
            boolean hasFirst = reader.readLine() != null;
            return hasFirst && reader.readLine() != null;
        }
    }

    /** Returns the current state. */
    public State state() throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE);
                FileLock lock = channel.tryLock()) {
            if (lock == null) {
                return State.RUNNING;
            }
        } catch (OverlappingFileLockException e) {
            return State.RUNNING;
        }
        try (RandomAccessFile access = new RandomAccessFile(file.toFile(), "r")) {
            byte[] tail = new byte[(int) Math.min(access.length(), TAIL_BYTES)];
            access.seek(access.length() - tail.length);
            access.readFully(tail);
            String text = new String(tail, UTF_8).stripTrailing();
            String last = text.substring(text.lastIndexOf('\n') + 1);
            return last.startsWith("{\"type\":\"end\"") ? State.COMPLETE : State.INTERRUPTED;
        }
    }
}
