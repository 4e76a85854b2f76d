package dev.mooring.vault;

import dev.mooring.vault.documents.DocumentStore;
import java.io.IOException;
import java.nio.file.Path;
import org.apiguardian.api.API;

/**
 * An open folder of Markdown documents. A {@link dev.mooring.vault.server.DocumentServer} serves it to MCP clients, and a
 * {@link dev.mooring.vault.review.Review} lists and decides the suggestions in it. Thread-safe. Several processes can
 * open the same folder at the same time.
 */
@API(status = API.Status.MAINTAINED, since = "0.1")
public final class Vault implements AutoCloseable {

    private final DocumentStore documents;

    private Vault(DocumentStore documents) {
        this.documents = documents;
    }

    /**
     * Opens a folder and starts to index its documents in the background.
     *
     * @param showHidden whether files and folders whose names start with a dot are visible
     * @throws IOException if the folder does not exist, is not a folder, or cannot be watched
     */
    public static Vault open(Path folder, boolean showHidden) throws IOException {
        return new Vault(DocumentStore.open(folder, showHidden));
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
