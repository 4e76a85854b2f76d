package dev.mooring.vault.documents;

import dev.mooring.vault.decisions.DecisionLog;
import dev.mooring.vault.files.DocumentFiles;
import dev.mooring.vault.files.DocumentWalk.Listed;
import dev.mooring.vault.files.FileContent;
import dev.mooring.vault.files.Resolution;
import dev.mooring.vault.files.SequentialReader;
import dev.mooring.vault.files.VaultFolder;
import dev.mooring.vault.links.DocumentLinks;
import dev.mooring.vault.links.LinkIndex;
import dev.mooring.vault.search.SearchPattern;
import dev.mooring.vault.search.words.SearchQuery;
import dev.mooring.vault.search.words.WordIndex;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The documents of one folder: resolves paths, reads and changes documents, and queries the index. Thread-safe. Several
 * processes can open the same folder.
 */
public final class DocumentStore implements AutoCloseable {

    private static final Duration INDEX_TIMEOUT = Duration.ofSeconds(30);
    private static final int MAX_SIMILAR_PATHS = 3;

    private final VaultFolder folder;
    private final DocumentFiles files;
    private final DocumentIndex index;
    private final DecisionLog decisions;

    private DocumentStore(VaultFolder folder) throws IOException {
        this.folder = folder;
        this.files = new DocumentFiles(folder);
        this.index = new DocumentIndex(folder, files::recover);
        this.decisions = new DecisionLog(files.hidden());
    }

    /**
     * Opens a folder and starts to index it in the background. Reading and changing documents do not wait for the index.
     *
     * @param showHidden whether names that start with a dot are visible
     * @throws IOException if the path does not exist, is not a folder, or cannot be watched
     */
    public static DocumentStore open(Path folder, boolean showHidden) throws IOException {
        var store = new DocumentStore(new VaultFolder(folder, showHidden));
        store.index.start();
        return store;
    }

    /** Returns the real path of the folder. */
    public Path root() {
        return folder.root();
    }

    /** Returns the folder as a resolved path, to list everything below it. */
    public Resolution.Folder rootFolder() {
        return new Resolution.Folder("", folder.root());
    }

    /** Resolves a path from a caller. */
    public Resolution resolve(String path) {
        return folder.resolve(path);
    }

    /** Resolves a path from a caller to an attachment: an image, or an Obsidian canvas or base. */
    public Resolution resolveAttachment(String path) {
        return folder.resolveAttachment(path);
    }

    /** Reads a document. */
    public FileContent read(Resolution.Document document) throws IOException {
        FileContent content = files.read(document);
        index.startIndexing();
        return content;
    }

    /**
     * Reads a listed document without decoding it.
     *
     * @throws IOException if the document cannot be read any more, or is too large
     */
    public byte[] bytes(Listed document) throws IOException {
        return folder.bytes(document.file());
    }

    /** Returns a reader for many documents. The caller closes it. */
    public SequentialReader reader() {
        return new SequentialReader(folder);
    }

    /** Changes a document under its lock, in one atomic write. Later queries of the index reflect the change. */
    public <T> DocumentFiles.ChangeOutcome<T> change(
            Resolution.Document document, DocumentFiles.ChangeFunction<T> function) throws IOException {
        DocumentFiles.ChangeOutcome<T> outcome;
        try {
            outcome = files.change(document, function);
        } catch (IOException e) {
            // The document may have its new content nevertheless.
            index.addOwnChange(document.file());
            throw e;
        }
        if (outcome instanceof DocumentFiles.ChangeOutcome.Decided<T> decided
                && decided.written().isPresent()) {
            index.addOwnChange(document.file());
        }
        return outcome;
    }

    /** Creates a document, with the folders on its path. */
    public DocumentFiles.Creation create(String path, String raw) throws IOException {
        return indexed(files.create(path, raw));
    }

    /** Creates a removed document again, as {@link DocumentFiles#restore} does. */
    public DocumentFiles.Creation restore(String path, String raw, Path copy) throws IOException {
        return indexed(files.restore(path, raw, copy));
    }

    private DocumentFiles.Creation indexed(DocumentFiles.Creation creation) {
        if (creation instanceof DocumentFiles.Creation.Created(Resolution.Document document)) {
            index.addOwnChange(document.file());
        }
        return creation;
    }

    /** Removes a document if its raw text is exactly the given one. Returns whether it was removed. */
    public boolean remove(Resolution.Document document, String raw) throws IOException {
        boolean removed = files.remove(document, raw);
        if (removed) {
            index.addOwnChange(document.file());
        }
        return removed;
    }

    /** Gives a document another path. Returns the document there, or why it stays where it is. */
    public DocumentFiles.Creation rename(Resolution.Document document, String path) throws IOException {
        return indexed(document, files.rename(document, path));
    }

    /** Gives a document a path that it had before. Returns the document there, or why it stays where it is. */
    public DocumentFiles.Creation renameBack(Resolution.Document document, String path) throws IOException {
        return indexed(document, files.renameBack(document, path));
    }

    private DocumentFiles.Creation indexed(Resolution.Document document, DocumentFiles.Creation renamed) {
        if (renamed instanceof DocumentFiles.Creation.Created(Resolution.Document moved)) {
            index.addOwnChange(document.file());
            index.addOwnChange(moved.file());
        }
        return renamed;
    }

    /** Returns the files, for changes of several documents. */
    public DocumentFiles files() {
        return files;
    }

    /** Returns the log of decisions on suggestions. */
    public DecisionLog decisions() {
        return decisions;
    }

    /** Waits for the index, and returns the links of all documents; empty if it is not complete within 30 seconds. */
    public Optional<LinkIndex> linkIndex() {
        return index.links(INDEX_TIMEOUT);
    }

    /**
     * Registers a listener for all changes from now on, until the registration or the store is closed. The store sees
     * changes by other programs once it has listed the folder. Listing starts half a second after the store is opened, or
     * with the first read.
     */
    public Registration onChange(ChangeListener listener) {
        return index.listeners().add(listener);
    }

    /** The registration of a listener. */
    public interface Registration extends AutoCloseable {

        /** Removes the listener. Idempotent. */
        @Override
        void close();
    }

    /** Returns the documents of a folder and all folders below it, the most recently changed first. */
    public List<Listed> documents(Resolution.Folder under) {
        return newestFirst(index.documents().stream().map(IndexEntry::listed), under);
    }

    /** Returns the attachments of a folder and all folders below it, the most recently changed first. */
    public List<Listed> attachments(Resolution.Folder under) {
        return newestFirst(index.attachments().stream(), under);
    }

    private static List<Listed> newestFirst(Stream<Listed> files, Resolution.Folder under) {
        return files.filter(file -> isUnder(under, file.path()))
                .sorted(Comparator.comparingLong((Listed file) -> -file.modifiedMillis())
                        .thenComparing(Listed::path))
                .toList();
    }

    /** Returns the documents that may match a pattern, sorted by path. A document that is not indexed yet may match. */
    public List<Listed> candidates(Resolution.Folder under, SearchPattern pattern) {
        // A copy: in the live collection, a document indexed after the next line would be neither unread nor possible.
        List<IndexEntry> all = List.copyOf(index.documents());
        Optional<Set<String>> possible = index.words().candidates(pattern.requiredText());
        return all.stream()
                .filter(entry ->
                        entry.readable() && isUnder(under, entry.listed().path()))
                .filter(entry -> entry.isUnread()
                        || possible.isEmpty()
                        || possible.get().contains(entry.listed().path()))
                .map(IndexEntry::listed)
                .toList();
    }

    /**
     * Returns the documents with pending suggestions or open comments, sorted by path. Waits for the index, for at most 30
     * seconds. Leaves out documents that are not read by then.
     */
    public List<Resolution.Document> documentsToReview() {
        return documentsWithMarks(rootFolder()).stream()
                .map(document -> new Resolution.Document(document.path(), document.file()))
                .toList();
    }

    /** Returns the {@link #documentsToReview} of a folder and all folders below it. */
    public List<Listed> documentsWithMarks(Resolution.Folder under) {
        awaitIndex(INDEX_TIMEOUT);
        return index.documents().stream()
                .filter(IndexEntry::hasPendingMarks)
                .map(IndexEntry::listed)
                .filter(document -> isUnder(under, document.path()))
                .toList();
    }

    private static boolean isUnder(Resolution.Folder folder, String path) {
        return folder.path().isEmpty() || path.startsWith(folder.path() + "/");
    }

    /** Waits for the index, and returns the links of a document; empty if the index is not complete within 30 seconds. */
    public Optional<DocumentLinks> links(Resolution.Document document) {
        return index.links(INDEX_TIMEOUT).map(links -> links.linksOf(document.path()));
    }

    /**
     * Searches the words of the documents that are indexed so far.
     *
     * @param under the folder to search
     * @param limit the most documents to return
     */
    public FoundDocuments search(SearchQuery query, Resolution.Folder under, int limit) {
        boolean isComplete = index.awaitComplete(Duration.ZERO);
        int indexed = index.words().size();
        int listed = isComplete ? indexed : Math.max(indexed, index.listedSoFar());
        WordIndex.Hits hits = index.words().search(query, under.path(), limit, this::modified);
        List<Listed> best = hits.best().stream()
                .map(hit -> index.entry(hit.path()))
                .filter(Objects::nonNull)
                .map(IndexEntry::listed)
                .toList();
        return new FoundDocuments(best, hits.total(), hits.hasUnusedWords(), isComplete, indexed, listed);
    }

    private double modified(String path) {
        IndexEntry entry = index.entry(path);
        return entry == null ? 0 : (double) entry.listed().modifiedMillis();
    }

    /** Returns up to three paths of documents that resemble a path that does not exist. */
    public List<String> similarPaths(String path) {
        return SimilarPaths.find(
                path,
                index.documents().stream().map(entry -> entry.listed().path()).toList(),
                MAX_SIMILAR_PATHS);
    }

    /** Waits until every document is indexed. Returns false after the timeout. */
    public boolean awaitIndex(Duration timeout) {
        return index.awaitComplete(timeout);
    }

    /** Stops indexing and watching, and releases the folder's lock file. */
    @Override
    public void close() throws IOException {
        index.close();
        files.close();
    }
}
