package dev.mooring.vault.server;

import dev.mooring.handle.HandleLimits;
import dev.mooring.handle.HandleOwner;
import dev.mooring.handle.Handles;
import dev.mooring.handle.InMemoryHandleStore;
import dev.mooring.vault.documents.DocumentStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** A vault in a folder with all its operations, and a clock that a test can move. */
final class VaultFixture implements AutoCloseable {

    static final Instant NOW = Instant.ofEpochSecond(1_700_000_000);
    static final Actor CLAUDE = new Actor(HandleOwner.ANONYMOUS, "Claude");

    final Path root;
    final DocumentStore vault;
    final ReadDocument read;
    final EditDocument edit;
    final EditDocument plainEdit;
    final CreateDocument create;
    final FindDocuments glob;
    final SearchDocuments grep;
    final ListLinks links;

    private final AtomicLong nanos = new AtomicLong(1);

    VaultFixture(Path root) throws IOException {
        this.root = root;
        this.vault = DocumentStore.open(root, false);
        var handles = new Handles<DocumentsRead>(InMemoryHandleStore.<DocumentsRead>builder(HandleLimits.DEFAULT)
                .ticker(nanos::get)
                .build());
        InstantSource clock = InstantSource.fixed(NOW);
        read = new ReadDocument(vault, handles, clock);
        edit = new EditDocument(vault, handles, clock, false);
        plainEdit = new EditDocument(vault, handles, clock, true);
        create = new CreateDocument(vault, handles, clock, false);
        glob = new FindDocuments(vault);
        grep = new SearchDocuments(vault);
        links = new ListLinks(vault);
    }

    void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
    }

    Path write(String path, String text) throws IOException {
        Path file = root.resolve(path);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }

    ToolText read(String path) throws IOException {
        return read(path, null);
    }

    ToolText read(String path, @Nullable String session) throws IOException {
        return read.run(new ReadDocument.Arguments(path, null, null, session, false), CLAUDE);
    }

    /** Reads and answers with the session. */
    String session(String path) throws IOException {
        return read(path).session().orElseThrow();
    }

    ToolText edit(String path, String oldText, String newText, String session) throws IOException {
        return edit.run(new EditDocument.Arguments(path, oldText, newText, session, false), CLAUDE);
    }

    @Override
    public void close() throws IOException {
        vault.close();
    }
}
