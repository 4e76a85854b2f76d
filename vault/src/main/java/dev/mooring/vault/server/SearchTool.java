package dev.mooring.vault.server;

import dev.mooring.mcp.server.ToolResult;
import dev.mooring.vault.documents.DocumentStore;
import dev.mooring.vault.documents.FoundDocuments;
import dev.mooring.vault.files.DocumentWalk.Listed;
import dev.mooring.vault.files.FileContent;
import dev.mooring.vault.files.Resolution;
import dev.mooring.vault.search.SearchLimits;
import dev.mooring.vault.search.SearchPool;
import dev.mooring.vault.search.Utf8Text;
import dev.mooring.vault.search.words.SearchQuery;
import dev.mooring.vault.search.words.Snippet;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The tool {@code search}: the documents that match some words best, each with the line that matches best. */
final class SearchTool extends DocumentTool {

    private static final String DESCRIPTION = """
            Finds the documents that fit a few words best, ranked: words in names, titles, headings and tags count more. \
            The last word also finds longer words. Returns path:line: text for each. For exact text or a regular \
            expression use grep.""";

    private static final String INPUT_SCHEMA = """
            {
              "type": "object",
              "properties": {
                "query": {
                  "type": "string",
                  "description": "Words, and filters: \\"a phrase\\", tag:work, property:status, property:status=draft, path:projects; - before a word or filter excludes it"
                },
                "path": {
                  "type": "string",
                  "description": "The folder to search, relative to the vault (default: the whole vault)"
                },
                "limit": {
                  "type": "integer",
                  "minimum": 1,
                  "description": "The most documents to return (default 10, at most 100)"
                }
              },
              "required": ["query"],
              "additionalProperties": false
            }
            """;

    private static final int DEFAULT_LIMIT = 10;
    private static final int MAX_LIMIT = 100;

    /** How long a search waits for an index that is being built. */
    private static final Duration INDEX_WAIT = Duration.ofSeconds(1);

    /** How many documents are read to look for a phrase. */
    private static final int MAX_CANDIDATES = 300;

    private final DocumentStore store;
    private final DocumentLookup lookup;
    private final SearchPool pool;
    private final SearchLimits limits;

    SearchTool(ToolContext context) {
        this(context, SearchPool.SHARED, SearchLimits.DEFAULT);
    }

    SearchTool(ToolContext context, SearchPool pool, SearchLimits limits) {
        super("search", "Search documents by words", DESCRIPTION, INPUT_SCHEMA, Effect.READS);
        this.store = context.store();
        this.lookup = context.lookup();
        this.pool = pool;
        this.limits = limits;
    }

    @Override
    ToolResult call(ToolArguments arguments, Actor actor) throws ToolFailure {
        Integer limit = arguments.optionalInt("limit");
        if (limit != null && limit < 1) {
            throw new ToolFailure("limit must be at least 1.");
        }
        SearchQuery query = switch (SearchQuery.parse(arguments.required("query"))) {
            case SearchQuery.Parsed.Valid(SearchQuery valid) -> valid;
            case SearchQuery.Parsed.Invalid(String reason) -> throw new ToolFailure(reason);
        };
        Resolution.Folder folder = switch (lookup.resolveScope(arguments.optional("path"))) {
            case Resolution.Folder found -> found;
            case Resolution.Document _ ->
                throw new ToolFailure("path is a document. Pass a folder, or use grep to search one document.");
        };
        int most = limit == null ? DEFAULT_LIMIT : Math.min(limit, MAX_LIMIT);
        store.awaitIndex(INDEX_WAIT);
        try {
            return ToolResult.text(pool.compute(actor, limits.start(), () -> search(query, folder, most)));
        } catch (SearchLimits.Exceeded e) {
            throw new ToolFailure("Other searches keep the server busy. Try again in a moment.");
        }
    }

    private String search(SearchQuery query, Resolution.Folder folder, int limit) {
        boolean hasPhrases = !query.phrases().isEmpty();
        FoundDocuments found = store.search(query, folder, hasPhrases ? MAX_CANDIDATES : limit);
        List<String> lines = new ArrayList<>();
        boolean isTruncated = !hasPhrases && found.total() > limit;
        for (Listed document : found.best()) {
            Optional<String> line = line(document, query);
            if (line.isPresent() && lines.size() == limit) {
                isTruncated = true;
                break;
            }
            line.ifPresent(lines::add);
        }
        return render(lines, isTruncated, hasPhrases, found);
    }

    /**
     * Renders the hits, with a note if the result is incomplete.
     *
     * @param isTruncated whether more documents match than the limit allows
     * @param hasPhrases whether the documents were searched for phrases
     */
    static String render(List<String> lines, boolean isTruncated, boolean hasPhrases, FoundDocuments found) {
        var out = new StringBuilder(lines.isEmpty() ? "No documents match." : String.join("\n", lines));
        if (isTruncated) {
            out.append("\n\n[the best ").append(lines.size());
            if (!hasPhrases) {
                out.append(" of ").append(found.total());
            }
            out.append(" documents; use more words or a larger limit]");
        } else if (hasPhrases && found.total() > MAX_CANDIDATES) {
            out.append("\n\n[only the best ")
                    .append(MAX_CANDIDATES)
                    .append(" of ")
                    .append(found.total());
            out.append(" documents with these words were searched for the phrase; use more words]");
        }
        if (found.hasUnusedWords()) {
            out.append("\n\n[very many words begin with the last one, so rare ones were left out; type more of it]");
        }
        if (!found.isComplete()) {
            out.append("\n\n[incomplete: the index is still being built, ").append(found.indexed());
            out.append(" of ").append(found.listed()).append(" documents so far; search again in a moment]");
        }
        return out.toString();
    }

    /** Returns the line of a hit; empty if the document does not satisfy the phrases, or cannot be read any more. */
    private Optional<String> line(Listed document, SearchQuery query) {
        byte[] raw;
        try {
            raw = store.bytes(document);
        } catch (IOException e) {
            return Optional.empty();
        }
        if (!(FileContent.decode(raw) instanceof FileContent.Text)) {
            return Optional.empty();
        }
        String view = Utf8Text.ofAcceptedView(raw).string();
        if (!Snippet.satisfiesPhrases(view, query)) {
            return Optional.empty();
        }
        Snippet snippet = Snippet.of(view, query);
        return Optional.of(document.path() + ":" + snippet.line() + ": " + snippet.text());
    }
}
