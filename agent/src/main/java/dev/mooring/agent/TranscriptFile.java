package dev.mooring.agent;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.MalformedJson;
import dev.mooring.run.RunId;
import dev.mooring.session.Secrets;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apiguardian.api.API;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * A file that keeps the messages of an agent and its sub-agents exactly as their models saw them, so that {@link Agent#resume} can
 * continue after the process ends. Only its owner can read it.
 *
 * <p>Each message is appended as soon as it exists. A model turn is on disk before its tool calls are made, and their results are on disk
 * before the next turn. Secrets are redacted. If a write fails, the file is renamed, and the work continues without it, because a run that
 * resumes from an incomplete transcript would repeat calls.
 *
 * <p>A transcript is open in one process at a time. Each object serves one invocation or conversation: close it afterwards, and open the
 * file again to continue. Thread-safe.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class TranscriptFile implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(TranscriptFile.class);

    private final Path path;
    private final RandomAccessFile file;
    private final Secrets secrets;
    private final SavedMessages saved = new SavedMessages();

    private final AtomicBoolean used = new AtomicBoolean();

    /** Whether the file is closed or a write has failed. Guarded by this. */
    private boolean ended;

    private TranscriptFile(Path path, RandomAccessFile file, Secrets secrets) {
        this.path = path;
        this.file = file;
        this.secrets = secrets;
    }

    /**
     * Creates a transcript.
     *
     * @param about data that the program needs to continue; see {@link #about}
     * @param secrets redacted in the file
     * @throws java.nio.file.FileAlreadyExistsException if the file exists
     * @throws IOException if the file cannot be created
     */
    public static TranscriptFile create(Path path, ObjectNode about, Secrets secrets) throws IOException {
        Files.createFile(path, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        TranscriptFile transcript = lock(path, secrets);
        boolean isCreated = false;
        try {
            transcript.saved.begin(about);
            transcript.append(TranscriptLines.first(about), true);
            // A power failure must not lose the file's name.
            try (FileChannel folder = FileChannel.open(path.toAbsolutePath().getParent(), StandardOpenOption.READ)) {
                folder.force(true);
            }
            isCreated = true;
            return transcript;
        } finally {
            if (!isCreated) {
                transcript.close();
            }
        }
    }

    /**
     * Opens a transcript to continue it. Removes an incomplete last line, which a crash can leave.
     *
     * @param secrets redacted in added messages
     * @throws InUse if the transcript is open, in this or another process
     * @throws IOException if the file cannot be read, or is not a transcript
     */
    public static TranscriptFile open(Path path, Secrets secrets) throws IOException {
        if (!Files.isRegularFile(path)) {
            throw new IOException("The transcript " + path + " does not exist");
        }
        TranscriptFile transcript = lock(path, secrets);
        boolean isRead = false;
        try {
            transcript.read();
            isRead = true;
            return transcript;
        } finally {
            if (!isRead) {
                transcript.close();
            }
        }
    }

    private static TranscriptFile lock(Path path, Secrets secrets) throws IOException {
        RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw");
        boolean isLocked = false;
        try {
            isLocked = file.getChannel().tryLock() != null;
        } catch (OverlappingFileLockException e) {
            // This process has the file open.
        } finally {
            if (!isLocked) {
                file.close();
            }
        }
        if (!isLocked) {
            throw new InUse(path);
        }
        return new TranscriptFile(path, file, secrets);
    }

    private void read() throws IOException {
        byte[] bytes = new byte[Math.toIntExact(file.length())];
        file.readFully(bytes);
        int start = 0;
        int number = 0;
        for (int end = 0; end < bytes.length; end++) {
            if (bytes[end] == '\n') {
                number++;
                try {
                    saved.add(Json.parse(Arrays.copyOfRange(bytes, start, end)));
                } catch (MalformedJson | TranscriptLines.InvalidLine e) {
                    throw new IOException(
                            "Cannot read the transcript " + path + ", line " + number + ": " + e.getMessage(), e);
                }
                start = end + 1;
            }
        }
        if (number == 0) {
            throw new IOException("Cannot read the transcript " + path + ": the file has no complete line");
        }
        file.setLength(start);
        file.seek(start);
    }

    /** Returns the object that {@link #create} received. */
    public ObjectNode about() {
        return saved.about();
    }

    /** Returns whether nothing is left to resume: the model has answered, refused to answer, or returned an empty answer. */
    public boolean isComplete() {
        return saved.isComplete();
    }

    /** Returns whether there were no messages when the file was opened, so that there is nothing to resume. */
    public boolean isEmpty() {
        return saved.conversation(SavedMessages.ROOT).isEmpty();
    }

    /** Records that a run continues the work. Sessions of earlier runs count as lost from now on. */
    void beginRun(RunId run) {
        if (saved.beginRun(run.value())) {
            append(TranscriptLines.run(run.value()), false);
        }
    }

    /**
     * Returns the messages of the agent, once.
     *
     * @throws IllegalStateException if this object has been used before
     */
    ConversationLog root() {
        if (!used.compareAndSet(false, true)) {
            throw new IllegalStateException(this + " has been used already. Close it, and open it again to continue.");
        }
        return new ConversationLog(this, saved, SavedMessages.ROOT);
    }

    /** Returns JSON text with secrets masked. {@link #append} cannot find a secret that is escaped inside this text. */
    String redacted(String json) {
        try {
            if (Json.parse(json) instanceof ObjectNode object) {
                ObjectNode redacted = secrets.redact(object);
                return redacted.equals(object) ? json : Json.text(redacted);
            }
        } catch (MalformedJson e) {
            // Text that is not JSON has no escapes.
        }
        return json;
    }

    /** Appends a line. Waits until it is on disk if {@code isSynced}, with all lines before it. */
    synchronized void append(ObjectNode line, boolean isSynced) {
        if (ended) {
            return;
        }
        try {
            // Redacts the tree first, because JSON escapes can hide a secret in the text, and then the text.
            file.write((secrets.redact(Json.text(secrets.redact(line))) + "\n").getBytes(UTF_8));
            if (isSynced) {
                file.getFD().sync();
            }
        } catch (IOException e) {
            abandon(e);
        }
    }

    /** Writes everything to disk. */
    synchronized void sync() {
        if (!ended) {
            try {
                file.getFD().sync();
            } catch (IOException e) {
                abandon(e);
            }
        }
    }

    private void abandon(IOException cause) {
        LOG.warn("Cannot write to {}, so this run cannot be resumed: {}", path, cause.toString());
        close();
        try {
            Files.move(path, path.resolveSibling(path.getFileName() + ".incomplete"));
        } catch (IOException e) {
            LOG.warn("Cannot rename {}: {}. Delete the file, because it is incomplete.", path, e.toString());
        }
    }

    /** Closes the file. Later messages are not saved. Idempotent. */
    @Override
    public synchronized void close() {
        ended = true;
        try {
            file.close();
        } catch (IOException e) {
            LOG.warn("Cannot close {}: {}", path, e.toString());
        }
    }

    @Override
    public String toString() {
        return "transcript " + path;
    }

    /** Thrown if a transcript is already open, because its run is still running. */
    public static final class InUse extends IOException {
        private static final long serialVersionUID = 1;

        InUse(Path path) {
            super("The transcript " + path + " is in use by another run. Wait until that run ends.");
        }
    }
}
