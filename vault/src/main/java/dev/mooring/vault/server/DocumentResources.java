package dev.mooring.vault.server;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.McpError;
import dev.mooring.mcp.server.Caller;
import dev.mooring.mcp.server.Exchange;
import dev.mooring.mcp.server.ReadResult;
import dev.mooring.mcp.server.Refusal;
import dev.mooring.mcp.server.Resource;
import dev.mooring.mcp.server.ResourceSource;
import dev.mooring.vault.critic.MarkedText;
import dev.mooring.vault.documents.DocumentStore;
import dev.mooring.vault.files.DocumentWalk.Listed;
import dev.mooring.vault.files.FileContent;
import dev.mooring.vault.files.FileProblem;
import dev.mooring.vault.files.Resolution;
import java.io.IOException;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** The documents as MCP resources, sorted by path. The text of a resource is the accepted view. */
final class DocumentResources implements ResourceSource {
    private final DocumentStore store;

    DocumentResources(DocumentStore store) {
        this.store = store;
    }

    @Override
    public List<Resource> resources(Caller caller) {
        return store.documents(store.rootFolder()).stream()
                .sorted(Comparator.comparing(Listed::path))
                .map(this::listed)
                .toList();
    }

    @Override
    public @Nullable Resource resource(String uri, Caller caller) {
        return DocumentUri.pathOf(uri).map(store::resolve).orElse(null) instanceof Resolution.Document document
                ? new Resource(definition(document.path()), this::read)
                : null;
    }

    private Resource listed(Listed document) {
        ObjectNode definition = definition(document.path());
        definition
                .putObject("annotations")
                .put(
                        "lastModified",
                        Instant.ofEpochMilli(document.modifiedMillis()).toString());
        return new Resource(definition, this::read);
    }

    private static ObjectNode definition(String path) {
        return Json.object()
                .put("uri", DocumentUri.of(path))
                .put("name", path)
                .put("title", path.substring(path.lastIndexOf('/') + 1))
                .put("mimeType", mimeType(path));
    }

    private static String mimeType(String path) {
        return path.toLowerCase(Locale.ROOT).endsWith(".txt") ? "text/plain" : "text/markdown";
    }

    private ReadResult read(String uri, Object variables, Exchange exchange) throws Refusal {
        if (!(DocumentUri.pathOf(uri).map(store::resolve).orElse(null) instanceof Resolution.Document document)) {
            throw Resource.notFound(uri, exchange.caller());
        }
        return switch (content(document)) {
            case FileContent.Text(String raw) ->
                ReadResult.text(
                        uri,
                        mimeType(document.path()),
                        MarkedText.parse(raw).accepted().text());
            case FileContent.Unreadable(String reason) ->
                throw new Refusal(new McpError(McpError.INTERNAL_ERROR, document.path() + ": " + reason, null));
            case FileContent.Missing _ -> throw Resource.notFound(uri, exchange.caller());
        };
    }

    private FileContent content(Resolution.Document document) {
        try {
            return store.read(document);
        } catch (IOException e) {
            return new FileContent.Unreadable("Cannot read the document: " + FileProblem.describe(e));
        }
    }
}
