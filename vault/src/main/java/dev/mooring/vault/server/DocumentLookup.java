package dev.mooring.vault.server;

import dev.mooring.vault.documents.DocumentStore;
import dev.mooring.vault.files.FileContent;
import dev.mooring.vault.files.Resolution;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Resolves the path arguments of tools, and reads documents. Failures tell the model how to find the right path. */
final class DocumentLookup {

    private final DocumentStore store;

    DocumentLookup(DocumentStore store) {
        this.store = store;
    }

    /** Resolves the path of a document. */
    Resolution.Document resolve(String path) throws ToolFailure {
        return switch (store.resolve(path)) {
            case Resolution.Document document -> document;
            case Resolution.Folder folder ->
                throw new ToolFailure((folder.path().isEmpty() ? "This path" : folder.path())
                        + " is a folder. Use glob to list the documents in it.");
            case Resolution.Missing(String missing) -> throw missing(missing);
            case Resolution.Ambiguous(List<String> paths) -> throw ambiguous(paths);
            case Resolution.Refused(String reason) -> throw new ToolFailure(reason);
        };
    }

    /** Resolves the path of a folder or a document to search. The default is the whole vault. */
    Resolution.Existing resolveScope(@Nullable String path) throws ToolFailure {
        if (path == null || path.isBlank()) {
            return store.rootFolder();
        }
        return switch (store.resolve(path)) {
            case Resolution.Existing existing -> existing;
            case Resolution.Missing(String missing) ->
                throw new ToolFailure("There is no folder or document " + missing + ". Use glob to find documents.");
            case Resolution.Ambiguous(List<String> paths) -> throw ambiguous(paths);
            case Resolution.Refused(String reason) -> throw new ToolFailure(reason);
        };
    }

    /** Reads the raw text of a document. */
    String read(Resolution.Document document) throws ToolFailure, IOException {
        return switch (store.read(document)) {
            case FileContent.Text(String raw) -> raw;
            case FileContent.Unreadable(String reason) -> throw new ToolFailure(document.path() + ": " + reason);
            case FileContent.Missing _ -> throw missing(document.path());
        };
    }

    /** Returns the failure for a document that does not exist. It names up to three similar paths. */
    ToolFailure missing(String path) {
        List<String> similar = store.similarPaths(path);
        return new ToolFailure("There is no document " + path + "."
                + (similar.isEmpty()
                        ? " Use glob or grep to find documents."
                        : " Did you mean: " + String.join(", ", similar) + "?"));
    }

    private static ToolFailure ambiguous(List<String> paths) {
        return new ToolFailure("Several paths differ only in upper and lower case or in Unicode form. Use one of: "
                + String.join(", ", paths));
    }
}
