package dev.mooring.vault;

import dev.mooring.vault.documents.DocumentStore;
import dev.mooring.vault.files.FileProblem;
import dev.mooring.vault.moves.DocumentMoves;
import java.io.IOException;
import java.nio.file.Path;
import org.apiguardian.api.API;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An open folder of Markdown documents. A {@link dev.mooring.vault.server.DocumentServer} serves it to MCP clients, and a
 * {@link dev.mooring.vault.review.Review} lists and decides the suggestions in it. Thread-safe. Several processes can
 * open the same folder at the same time.
 */
@API(status = API.Status.MAINTAINED, since = "0.1")
public final class Vault implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Vault.class);

    private final DocumentStore documents;

    private Vault(DocumentStore documents) {
        this.documents = documents;
    }

    /**
     * Opens a folder and starts to index its documents in the background. Completes the move of a document that a killed
     * process had begun; if that fails, logs a warning and opens the folder nevertheless.
     *
     * @param showHidden whether files and folders whose names start with a dot are visible
     * @throws IOException if the folder does not exist, is not a folder, or cannot be watched
     */
    public static Vault open(Path folder, boolean showHidden) throws IOException {
        var vault = new Vault(DocumentStore.open(folder, showHidden));
        try {
            new DocumentMoves(vault.documents).finish();
        } catch (IOException e) {
            LOG.warn(
                    "Cannot complete the move of a document that another process has begun: {}",
                    FileProblem.describe(e));
        }
        return vault;
    }

    /** Returns the real path of the folder. */
    public Path root() {
        return documents.root();
    }

    /** Returns the documents, for the server and the review. Not part of the API: the type is not exported. */
    @API(status = API.Status.INTERNAL, since = "0.1")
    @SuppressWarnings("exports")
    public DocumentStore documents() {
        return documents;
    }

    /** Stops indexing and watching, and releases the folder's lock file. */
    @Override
    public void close() throws IOException {
        documents.close();
    }
}
