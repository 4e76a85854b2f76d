package dev.mooring.vault.server;

import dev.mooring.mcp.server.ToolResult;
import dev.mooring.vault.documents.DocumentStore;
import dev.mooring.vault.files.DocumentWalk.Listed;
import dev.mooring.vault.files.Resolution;
import dev.mooring.vault.search.Glob;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The tool {@code glob}: the paths that match a pattern, newest document first. */
final class GlobTool extends DocumentTool {

    private static final String DESCRIPTION = """
            Finds documents by a glob pattern such as **/*.md or projects/{a,b}/[0-9]*.md. Returns their paths, the \
            most recently changed first. Images, .canvas and .base files are listed if the pattern names their \
            extension, as in **/*.png.""";

    private static final String INPUT_SCHEMA = """
            {
              "type": "object",
              "properties": {
                "pattern": {
                  "type": "string",
                  "description": "The glob pattern, relative to path: *, **, ?, [a-z], {a,b}"
                },
                "path": {
                  "type": "string",
                  "description": "The folder to search, relative to the vault (default: the whole vault)"
                }
              },
              "required": ["pattern"],
              "additionalProperties": false
            }
            """;

    private static final int MAX_RESULTS = 1_000;
    private static final Pattern EXTENSION = Pattern.compile("[.{,]([a-z0-9]+)");

    private final DocumentStore store;
    private final DocumentLookup lookup;

    GlobTool(ToolContext context) {
        super("glob", "Find documents by name", DESCRIPTION, INPUT_SCHEMA, Effect.READS);
        this.store = context.store();
        this.lookup = context.lookup();
    }

    @Override
    ToolResult call(ToolArguments arguments, Actor actor) throws ToolFailure {
        String pattern = arguments.required("pattern");
        Resolution.Folder folder = switch (lookup.resolveScope(arguments.optional("path"))) {
            case Resolution.Folder found -> found;
            case Resolution.Document _ ->
                throw new ToolFailure("path is a document. Pass a folder, or leave path out.");
        };
        Glob glob = switch (Glob.compile(pattern)) {
            case Glob.Compiled.Valid(Glob valid) -> valid;
            case Glob.Compiled.Invalid(String reason) -> throw new ToolFailure(reason);
        };
        int prefix = folder.path().isEmpty() ? 0 : folder.path().length() + 1;
        Set<String> extensions = namedExtensions(pattern);
        Stream<Listed> attachments =
                store.attachments(folder).stream().filter(file -> extensions.contains(extension(file.path())));
        List<String> matches = Stream.concat(store.documents(folder).stream(), attachments)
                .filter(file -> glob.matches(file.path().substring(prefix)))
                .sorted(Comparator.comparingLong((Listed file) -> -file.modifiedMillis())
                        .thenComparing(Listed::path))
                .map(Listed::path)
                .toList();
        return ToolResult.text(render(pattern, matches));
    }

    /**
     * Returns the extensions that a pattern names after a dot, alone or as one of several: {@code *.png}, {@code *.{png,jpg}}.
     * A vault may have more images than documents, so a general pattern such as {@code **} does not list them.
     */
    private static Set<String> namedExtensions(String pattern) {
        String name = pattern.substring(pattern.lastIndexOf('/') + 1).toLowerCase(Locale.ROOT);
        int dot = name.indexOf('.');
        return dot < 0
                ? Set.of()
                : EXTENSION
                        .matcher(name.substring(dot))
                        .results()
                        .map(found -> found.group(1))
                        .collect(Collectors.toSet());
    }

    private static String extension(String path) {
        return path.substring(path.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
    }

    private static String render(String pattern, List<String> matches) {
        if (matches.isEmpty()) {
            return "No documents match " + pattern + ".";
        }
        String paths = matches.stream().limit(MAX_RESULTS).collect(Collectors.joining("\n"));
        return matches.size() <= MAX_RESULTS
                ? paths
                : paths + "\n\n[truncated: the newest " + MAX_RESULTS + " of " + matches.size()
                        + " documents; use a narrower pattern]";
    }
}
