package dev.mooring.vault.review;

import dev.mooring.vault.Vault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A vault under review, with a clock that stands still. It is opened when a test first uses it: files that a test writes
 * before are in the first list of documents.
 */
final class ReviewFixture implements AutoCloseable {

    static final Instant NOW = Instant.ofEpochSecond(1_700_000_000);
    static final Reviewer ADA = new Reviewer("ada", "Ada");

    final Path root;
    private @Nullable Vault vault;
    private @Nullable Review review;

    ReviewFixture(Path root) {
        this.root = root;
    }

    Vault vault() throws IOException {
        if (vault == null) {
            vault = Vault.open(root, false);
        }
        return vault;
    }

    Review review() throws IOException {
        if (review == null) {
            review = new Review(vault(), InstantSource.fixed(NOW));
        }
        return review;
    }

    /** A replacement by Claude, this long ago. */
    static String replaced(String before, String after, Duration ago) {
        return deleted("Claude", before, ago) + inserted("Claude", after, ago);
    }

    static String inserted(String author, String text, Duration ago) {
        return "{++" + signature(author, ago) + text + "++}";
    }

    static String deleted(String author, String text, Duration ago) {
        return "{--" + signature(author, ago) + text + "--}";
    }

    private static String signature(String author, Duration ago) {
        return "{\"author\":\"" + author + "\",\"time\":" + NOW.minus(ago).getEpochSecond() + "}@@";
    }

    void write(String path, String text) throws IOException {
        Path file = root.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    String text(String path) throws IOException {
        return Files.readString(root.resolve(path));
    }

    /** What waits in a document right now, read from its file. */
    List<PendingSuggestion> waiting(String path) throws IOException {
        return review().open(path).orElseThrow().pending();
    }

    SuggestionRef ref(String path, int number) throws IOException {
        return waiting(path).get(number).ref();
    }

    List<SuggestionRef> refs(String path) throws IOException {
        return waiting(path).stream().map(PendingSuggestion::ref).toList();
    }

    @Override
    public void close() throws IOException {
        if (review != null) {
            review.close();
        }
        if (vault != null) {
            vault.close();
        }
    }
}
