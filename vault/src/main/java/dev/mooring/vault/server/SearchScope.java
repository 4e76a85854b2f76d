package dev.mooring.vault.server;

import dev.mooring.vault.documents.DocumentStore;
import dev.mooring.vault.files.Resolution;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Where a search looks: below a folder, or in one document. */
final class SearchScope {

    private final DocumentStore store;

    SearchScope(DocumentStore store) {
        this.store = store;
    }

    sealed interface Scope {}

    record Below(Resolution.Folder folder) implements Scope {}

    record One(Resolution.Document document) implements Scope {}

    record Nowhere(ToolText answer) implements Scope {}

    Scope of(@Nullable String path) {
        if (path == null || path.isBlank() || path.equals(".") || path.equals("./")) {
            return new Below(new Resolution.Folder("", store.root()));
        }
        return switch (store.resolve(path)) {
            case Resolution.Folder folder -> new Below(folder);
            case Resolution.Document document -> new One(document);
            case Resolution.Missing(String missing) ->
                new Nowhere(ToolText.error("There is no folder or document " + missing + "."));
            case Resolution.Ambiguous(List<String> paths) ->
                new Nowhere(ToolText.error("Several paths differ only in spelling: " + String.join(", ", paths)));
            case Resolution.Refused(String reason) -> new Nowhere(ToolText.error(reason));
        };
    }
}
