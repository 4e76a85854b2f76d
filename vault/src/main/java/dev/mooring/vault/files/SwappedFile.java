package dev.mooring.vault.files;

import dev.mooring.vault.text.ShortHash;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A hidden file beside a document that first holds the new content and, after the swap, the document's original. Its name
 * encodes what recovery needs if the process is killed: the document, the inode and content of its original, the new
 * content, and the process.
 *
 * @param name the name of the hidden file
 * @param document a hash of the document's file name
 * @param inode the inode of the original; a hidden file with another inode holds new content
 * @param before a hash of the original's content before the swap
 * @param after a hash of the new content
 * @param process the id of the process that wrote it
 * @param token the token of that process; its id is not enough, because the first process of a container has the same id
 *     after each start
 */
record SwappedFile(Path name, String document, String inode, String before, String after, long process, String token) {

    private static final String PREFIX = ".mooring-";

    /** In place of a hash, if there is no content. */
    static final String NO_CONTENT = "0".repeat(16);

    private static final Pattern NAME = Pattern.compile(
            "\\.mooring-([0-9a-f]{16})-([0-9a-f]{1,16})-([0-9a-f]{16})-([0-9a-f]{16})-([0-9a-f]{1,8})-([0-9a-f]{8})[0-9a-f]{0,8}\\.tmp");
    private static final String TOKEN = random();
    private static final Duration CLOCK_TOLERANCE = Duration.ofSeconds(1);

    /** Chooses a name for a document that does not exist yet. */
    static SwappedFile forNew(Path document, String after) {
        return of(document, "0", NO_CONTENT, after);
    }

    /** Returns whether the hidden file holds the content of a new document, so that there is no original. */
    boolean isNewDocument() {
        return before.equals(NO_CONTENT);
    }

    /** Chooses a name for a document that is replaced. */
    static SwappedFile of(Path document, String inode, String before, String after) {
        long process = ProcessHandle.current().pid();
        String documentHash = hash(document);
        String name = PREFIX
                + String.join("-", documentHash, inode, before, after, Long.toHexString(process), TOKEN + random())
                + ".tmp";
        return new SwappedFile(Path.of(name), documentHash, inode, before, after, process, TOKEN);
    }

    private static String random() {
        return HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextInt());
    }

    /** Chooses another name with the same encoded fields. */
    SwappedFile another(Path documentName) {
        return of(documentName, inode, before, after);
    }

    /** Parses the name of a hidden file; empty if it is another file. */
    static Optional<SwappedFile> parse(Path file) {
        String name = Objects.toString(file.getFileName(), "");
        Matcher matcher = NAME.matcher(name);
        return matcher.matches()
                ? Optional.of(new SwappedFile(
                        Path.of(name),
                        matcher.group(1),
                        matcher.group(2),
                        matcher.group(3),
                        matcher.group(4),
                        Long.parseLong(matcher.group(5), 16),
                        matcher.group(6)))
                : Optional.empty();
    }

    /** Returns whether the document with this file is the one that the hidden file belongs to. */
    boolean belongsTo(Path documentName) {
        return document.equals(hash(documentName));
    }

    /**
     * Returns whether the process that wrote the hidden file is running.
     *
     * @param state the attributes of the hidden file
     */
    boolean isOwnerRunning(FileState state) {
        if (process == ProcessHandle.current().pid()) {
            return token.equals(TOKEN);
        }
        Optional<ProcessHandle> owner = ProcessHandle.of(process);
        if (owner.isEmpty()) {
            return false;
        }
        // Process ids are reused, so a process that started after the swap is another one.
        Optional<FileState.Unix> swapped = state.unix();
        if (swapped.isEmpty()) {
            return true;
        }
        Instant latestStart =
                Instant.ofEpochSecond(0, swapped.get().changedNanos()).plus(CLOCK_TOLERANCE);
        return owner.get()
                .info()
                .startInstant()
                .map(started -> started.isBefore(latestStart))
                .orElse(true);
    }

    /** Returns a hash of a content in the form of the name. */
    static String hash(byte[] content) {
        return ShortHash.of(content, 8);
    }

    private static String hash(Path name) {
        return hash(name.toString().getBytes(StandardCharsets.UTF_8));
    }
}
