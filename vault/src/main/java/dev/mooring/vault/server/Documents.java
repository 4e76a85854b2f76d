package dev.mooring.vault.server;

import dev.mooring.vault.documents.DocumentStore;
import dev.mooring.vault.files.FileContent;
import dev.mooring.vault.files.Resolution;
import java.io.IOException;
import java.util.List;

/** From a tool's path argument to a document, or to the words that say why there is none. */
final class Documents {

    private final DocumentStore store;

    Documents(DocumentStore store) {
        this.store = store;
    }

    /** A document with its text, or an answer that says why not. */
    sealed interface Opened {

        record Open(Resolution.Document document, String raw) implements Opened {}

        record Closed(ToolText answer) implements Opened {}
    }

    /** A document, or an answer that says why not. */
    sealed interface Found {

        record There(Resolution.Document document) implements Found {}

        record Not(ToolText answer) implements Found {}
    }

    Found find(String path) {
        return switch (store.resolve(path)) {
            case Resolution.Document document -> new Found.There(document);
            case Resolution.Folder folder ->
                new Found.Not(ToolText.error((folder.path().isEmpty() ? "This path" : folder.path())
                        + " is a folder. Use glob to list the documents in it."));
            case Resolution.Missing(String missing) -> new Found.Not(missing(missing));
            case Resolution.Ambiguous(List<String> paths) ->
                new Found.Not(ToolText.error(
                        "Several documents differ only in spelling. Use one of: " + String.join(", ", paths)));
            case Resolution.Refused(String reason) -> new Found.Not(ToolText.error(reason));
        };
    }

    Opened open(String path) throws IOException {
        return switch (find(path)) {
            case Found.There(Resolution.Document document) -> open(document);
            case Found.Not(ToolText answer) -> new Opened.Closed(answer);
        };
    }

    /** Opens a document that was found before. */
    Opened open(Resolution.Document document) throws IOException {
        return switch (store.read(document)) {
            case FileContent.Text(String raw) -> new Opened.Open(document, raw);
            case FileContent.Unreadable(String reason) ->
                new Opened.Closed(ToolText.error(document.path() + ": " + reason));
            case FileContent.Gone _ -> new Opened.Closed(missing(document.path()));
        };
    }

    ToolText missing(String path) {
        List<String> close = store.closePaths(path);
        return ToolText.error("There is no document " + path + "."
                + (close.isEmpty()
                        ? " Use glob or grep to find documents."
                        : " Did you mean: " + String.join(", ", close) + "?"));
    }
}
