package dev.mooring.vault.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;

/** The folder {@code .mooring} beside the documents: the log of decisions, and deleted documents. */
public final class HiddenFolder {

    private static final Path TRASH = Path.of("trash");
    private static final Path LOG = Path.of("decisions.jsonl");
    private static final Path OLDER_LOG = Path.of("decisions.1.jsonl");
    private static final int MAX_LOG_BYTES = 1_000_000;
    private static final int MAX_NAME_LENGTH = 60;
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH.mm.ss");

    private final LockFile locks;

    HiddenFolder(LockFile locks) {
        this.locks = locks;
    }

    /**
     * Keeps a copy of a document that is about to be deleted, as {@code trash/TIME NAME} with the attributes of its file, and
     * forces it to disk.
     *
     * @return the name of the copy
     */
    Path keepDeleted(FolderEntry file, String path, String raw, Instant time) throws IOException {
        String plain = path.replace('/', '-');
        int start = Math.max(0, plain.length() - MAX_NAME_LENGTH);
        // No file can have a name that starts with half a character.
        String name = plain.substring(start > 0 && Character.isLowSurrogate(plain.charAt(start)) ? start + 1 : start);
        String prefix = TIME.format(time.atZone(ZoneId.systemDefault()));
        try (PinnedFolder trash = trash()) {
            for (int n = 1; ; n++) {
                Path copy = Path.of(prefix + (n == 1 ? " " : " (" + n + ") ") + name);
                try {
                    NewFile.writeLike(file, trash.entry(copy), raw.getBytes(StandardCharsets.UTF_8));
                    trash.sync();
                    return copy;
                } catch (FileAlreadyExistsException e) {
                    // Another document of this name was deleted in the same second.
                }
            }
        }
    }

    /** Opens the folder with the copies of deleted documents. */
    PinnedFolder trash() throws IOException {
        try (PinnedFolder folder = locks.folder()) {
            try {
                Files.createDirectory(folder.entry(TRASH).path());
            } catch (FileAlreadyExistsException e) {
                // It exists from an earlier deletion. The next line fails if it is a link.
            }
            return folder.child(TRASH);
        }
    }

    /** Appends lines to the log of decisions. A log that is too long replaces the older log, and a new one begins. */
    public void appendToLog(List<String> lines) throws IOException {
        locks.locked(LOG.toString(), () -> {
            try (PinnedFolder folder = locks.folder()) {
                FolderEntry log = folder.entry(LOG);
                try (FileChannel out = FileChannel.open(
                        log.path(),
                        StandardOpenOption.CREATE,
                        StandardOpenOption.WRITE,
                        StandardOpenOption.APPEND,
                        LinkOption.NOFOLLOW_LINKS)) {
                    ByteBuffer text = StandardCharsets.UTF_8.encode(String.join("\n", lines) + "\n");
                    while (text.hasRemaining()) {
                        out.write(text);
                    }
                }
                if (log.state().size() > MAX_LOG_BYTES) {
                    log.moveTo(folder.entry(OLDER_LOG));
                }
                return true;
            }
        });
    }

    /** Returns the text of the older log and of the log, oldest first. */
    public String readLog() throws IOException {
        var text = new StringBuilder();
        try (PinnedFolder folder = locks.folder()) {
            for (Path name : List.of(OLDER_LOG, LOG)) {
                try {
                    if (!text.isEmpty() && text.charAt(text.length() - 1) != '\n') {
                        text.append('\n');
                    }
                    text.append(new String(folder.entry(name).bytes(), StandardCharsets.UTF_8));
                } catch (NoSuchFileException e) {
                    // There are no decisions yet, or the log is still short.
                }
            }
        }
        return text.toString();
    }
}
