package dev.mooring.vault.documents;

import dev.mooring.vault.files.DocumentFiles;
import dev.mooring.vault.files.DocumentWalk.Listed;
import dev.mooring.vault.files.FileContent;
import dev.mooring.vault.files.Resolution;
import dev.mooring.vault.files.VaultFolder;
import dev.mooring.vault.links.DocumentLinks;
import dev.mooring.vault.search.SearchPattern;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * A folder of documents, open for reading, changing and searching. Safe for use by many threads; several processes may
 * have the same folder open.
 */
public final class DocumentStore implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int MOST_CLOSE_PATHS = 3;

    private final VaultFolder folder;
    private final DocumentFiles files;
    private final DocumentIndex index;

    private DocumentStore(VaultFolder folder) throws IOException {
        this.folder = folder;
        this.files = new DocumentFiles(folder);
        this.index = new DocumentIndex(folder);
    }

    /**
     * Opens a folder and begins to index it in the background; nothing but links waits for that.
     *
     * @param showHidden whether names that begin with a dot are visible
     */
    public static DocumentStore open(Path folder, boolean showHidden) throws IOException {
        var vault = new DocumentStore(new VaultFolder(folder, showHidden));
        vault.index.start();
        return vault;
    }

    public Path root() {
        return folder.root();
    }

    public Resolution resolve(String path) {
        return folder.resolve(path);
    }

    public FileContent read(Resolution.Document document) throws IOException {
        FileContent content = files.read(document);
        index.begin();
        return content;
    }

    /** Changes a document under its lock, in one atomic write; whoever asks about documents afterwards sees it. */
    public <T> DocumentFiles.ChangeOutcome<T> change(Resolution.Document document, DocumentFiles.Change<T> change)
            throws IOException {
        DocumentFiles.ChangeOutcome<T> outcome = files.change(document, change);
        if (outcome instanceof DocumentFiles.ChangeOutcome.Decided<T> decided
                && decided.raw().isPresent()) {
            index.changed(document.file());
        }
        return outcome;
    }

    public DocumentFiles.Creation create(String path, String raw) throws IOException {
        DocumentFiles.Creation creation = files.create(path, raw);
        if (creation instanceof DocumentFiles.Creation.Created(Resolution.Document document)) {
            index.changed(document.file());
        }
        return creation;
    }

    /** Removes a document if it still holds exactly this raw text. */
    public boolean remove(Resolution.Document document, String raw) throws IOException {
        boolean removed = files.remove(document, raw);
        if (removed) {
            index.changed(document.file());
        }
        return removed;
    }

    /**
     * Tells the listener of every change from now on, until the listening or the vault is closed. Changes of others are
     * seen once the folder has been listed, which begins half a second after the opening or with the first reading.
     */
    public Listening onChange(ChangeListener listener) {
        return index.listeners().add(listener);
    }

    /** What ends when it is closed; closing it twice is harmless. */
    public interface Listening extends AutoCloseable {
        @Override
        void close();
    }

    /** The documents of a folder and all below it, the most recently changed first. */
    public List<Listed> documents(Resolution.Folder under) {
        return index.documents().stream()
                .map(IndexEntry::listed)
                .filter(document -> isUnder(under, document.path()))
                .sorted(Comparator.comparingLong((Listed document) -> -document.modifiedMillis())
                        .thenComparing(Listed::path))
                .toList();
    }

    /** Documents that may match, by path; those not read yet are among them. */
    public List<Listed> candidates(Resolution.Folder under, SearchPattern pattern) {
        return index.documents().stream()
                .filter(entry ->
                        entry.readable() && isUnder(under, entry.listed().path()))
                .filter(entry -> entry.filter() == null || pattern.mayMatch(entry.filter()))
                .map(IndexEntry::listed)
                .sorted(Comparator.comparing(Listed::path))
                .toList();
    }

    /** The documents in which something waits for a decision, by path; waits until all have been read. */
    public List<Resolution.Document> documentsWithSuggestions() {
        awaitIndex(PATIENCE);
        return index.documents().stream()
                .filter(IndexEntry::hasSuggestions)
                .map(entry -> new Resolution.Document(
                        entry.listed().path(), entry.listed().file()))
                .sorted(Comparator.comparing(Resolution.Document::path))
                .toList();
    }

    private static boolean isUnder(Resolution.Folder folder, String path) {
        return folder.path().isEmpty() || path.startsWith(folder.path() + "/");
    }

    /** Waits for the index; empty if it takes unreasonably long. */
    public Optional<DocumentLinks> links(Resolution.Document document) {
        return index.links(PATIENCE).map(links -> links.linksOf(document.path()));
    }

    /** Up to three paths of documents that resemble one that is not there. */
    public List<String> closePaths(String path) {
        return SimilarPaths.to(
                path,
                index.documents().stream().map(entry -> entry.listed().path()).toList(),
                MOST_CLOSE_PATHS);
    }

    /** True once every document has been read; false if that takes longer than the patience. */
    public boolean awaitIndex(Duration patience) {
        return index.awaitComplete(patience);
    }

    @Override
    public void close() throws IOException {
        index.close();
        files.close();
    }
}
