package dev.mooring.vault.server;

import dev.mooring.vault.documents.DocumentStore;
import dev.mooring.vault.files.DocumentWalk.Listed;
import dev.mooring.vault.files.Resolution;
import dev.mooring.vault.search.Glob;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** {@code glob}: documents by name, newest first. */
public final class FindDocuments {

    public static final ToolDefinition DEFINITION =
            new ToolDefinition("glob", "Find documents by name", """
            Finds documents by a glob pattern such as **/*.md or projects/{a,b}/[0-9]*.md, and returns their paths, the \
            most recently changed first.""", """
            {
              "type": "object",
              "properties": {
                "pattern": {
                  "type": "string",
                  "description": "The glob pattern, relative to path: *, **, ?, [a-z], {a,b}"
                },
                "path": {
                  "type": "string",
                  "description": "The folder to search, relative to the vault (default: all of it)"
                }
              },
              "required": ["pattern"],
              "additionalProperties": false
            }
            """, true);

    private static final int MOST = 1_000;

    private final DocumentStore store;
    private final SearchScope scopes;

    public FindDocuments(DocumentStore store) {
        this.store = store;
        this.scopes = new SearchScope(store);
    }

    /** The tool's arguments; what is null was not given. */
    public record Arguments(String pattern, @Nullable String path) {}

    public ToolText run(Arguments arguments) {
        return switch (scopes.of(arguments.path())) {
            case SearchScope.Nowhere(ToolText answer) -> answer;
            case SearchScope.One _ -> ToolText.error("path is a document. Give a folder, or leave it out.");
            case SearchScope.Below(Resolution.Folder folder) ->
                switch (Glob.compile(arguments.pattern())) {
                    case Glob.Compiled.Invalid(String reason) -> ToolText.error(reason);
                    case Glob.Compiled.Valid(Glob glob) -> list(folder, glob, arguments.pattern());
                };
        };
    }

    private ToolText list(Resolution.Folder folder, Glob glob, String pattern) {
        int skipped = folder.path().isEmpty() ? 0 : folder.path().length() + 1;
        List<String> found = store.documents(folder).stream()
                .map(Listed::path)
                .filter(path -> glob.matches(path.substring(skipped)))
                .toList();
        if (found.isEmpty()) {
            return ToolText.plain("No documents match " + pattern + ".");
        }
        String paths = found.stream().limit(MOST).collect(Collectors.joining("\n"));
        return ToolText.plain(
                found.size() <= MOST
                        ? paths
                        : paths + "\n\n[cut: the newest " + MOST + " of " + found.size()
                                + " documents; use a narrower pattern]");
    }
}
