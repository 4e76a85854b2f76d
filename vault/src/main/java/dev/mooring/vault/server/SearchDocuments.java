package dev.mooring.vault.server;

import dev.mooring.vault.documents.DocumentStore;
import dev.mooring.vault.files.DocumentWalk.Listed;
import dev.mooring.vault.search.Glob;
import dev.mooring.vault.search.SearchPattern;
import dev.mooring.vault.search.TimeLimit;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** {@code grep}: documents by content, on the text that {@code read} shows. */
public final class SearchDocuments {

    public static final ToolDefinition DEFINITION = new ToolDefinition("grep", "Search in documents", """
            Searches documents with a regular expression (RE2 syntax). Searches the text that read shows, with the same \
            line numbers. output_mode: files_with_matches (default) lists paths, content shows matching lines with \
            optional context (-A, -B, -C), count shows how many lines match in each document.""", """
            {
              "type": "object",
              "properties": {
                "pattern": {
                  "type": "string",
                  "description": "The regular expression"
                },
                "path": {
                  "type": "string",
                  "description": "A folder or document to search, relative to the vault (default: all of it)"
                },
                "glob": {
                  "type": "string",
                  "description": "Only documents whose path matches, such as *.md or projects/**"
                },
                "output_mode": {
                  "type": "string",
                  "enum": ["files_with_matches", "content", "count"],
                  "description": "What to show (default files_with_matches)"
                },
                "-i": { "type": "boolean", "description": "Ignore case (default false)" },
                "-n": { "type": "boolean", "description": "Show line numbers in content mode (default true)" },
                "-A": { "type": "integer", "minimum": 0, "description": "Lines to show after each match" },
                "-B": { "type": "integer", "minimum": 0, "description": "Lines to show before each match" },
                "-C": { "type": "integer", "minimum": 0, "description": "Lines to show before and after each match" },
                "head_limit": {
                  "type": "integer",
                  "minimum": 1,
                  "description": "Show only so many lines or paths (default 1000)"
                },
                "multiline": {
                  "type": "boolean",
                  "description": "Let matches span lines, and . match line ends (default false)"
                }
              },
              "required": ["pattern"],
              "additionalProperties": false
            }
            """, true);

    private static final int DEFAULT_LIMIT = 1_000;
    private static final int MOST_LINES = 10_000;
    private static final int MOST_CONTEXT = 100;

    private final DocumentStore store;
    private final SearchScope scopes;
    private final TimeLimit time;

    public SearchDocuments(DocumentStore store) {
        this(store, TimeLimit.DEFAULT);
    }

    SearchDocuments(DocumentStore store, TimeLimit time) {
        this.store = store;
        this.time = time;
        this.scopes = new SearchScope(store);
    }

    /** The tool's arguments; what is null was not given. */
    public record Arguments(
            String pattern,
            @Nullable String path,
            @Nullable String glob,
            @Nullable String outputMode,
            boolean ignoreCase,
            @Nullable Boolean lineNumbers,
            @Nullable Integer around,
            @Nullable Integer after,
            @Nullable Integer before,
            @Nullable Integer headLimit,
            boolean multiline) {

        /** Only a pattern, all else as it is by default. */
        public static Arguments of(String pattern) {
            return new Arguments(pattern, null, null, null, false, null, null, null, null, null, false);
        }
    }

    public ToolText run(Arguments arguments) {
        Optional<GrepReport.Mode> mode = mode(arguments.outputMode());
        if (mode.isEmpty()) {
            return ToolText.error("output_mode must be files_with_matches, content or count.");
        }
        if (isNegative(arguments.around()) || isNegative(arguments.after()) || isNegative(arguments.before())) {
            return ToolText.error("-A, -B and -C must not be negative.");
        }
        SearchPattern.Compiled compiled =
                SearchPattern.compile(arguments.pattern(), arguments.ignoreCase(), arguments.multiline());
        if (compiled instanceof SearchPattern.Compiled.Invalid(String reason)) {
            return ToolText.error(reason);
        }
        SearchPattern pattern = ((SearchPattern.Compiled.Valid) compiled).pattern();
        String glob = arguments.glob();
        if (glob != null && Glob.compileForNames(glob) instanceof Glob.Compiled.Invalid(String reason)) {
            return ToolText.error(reason);
        }
        return switch (scopes.of(arguments.path())) {
            case SearchScope.Nowhere(ToolText answer) -> answer;
            case SearchScope.One(var document) ->
                search(arguments, pattern, mode.get(), List.of(new Listed(document.path(), document.file(), 0, 0)));
            case SearchScope.Below(var folder) ->
                search(arguments, pattern, mode.get(), matching(store.candidates(folder, pattern), glob));
        };
    }

    private static List<Listed> matching(List<Listed> documents, @Nullable String glob) {
        if (glob == null || !(Glob.compileForNames(glob) instanceof Glob.Compiled.Valid(Glob names))) {
            return documents;
        }
        return documents.stream()
                .filter(document -> names.matches(document.path()))
                .toList();
    }

    private ToolText search(Arguments arguments, SearchPattern pattern, GrepReport.Mode mode, List<Listed> documents) {
        Integer headLimit = arguments.headLimit();
        int limit = headLimit == null || headLimit < 1 ? DEFAULT_LIMIT : Math.min(headLimit, MOST_LINES);
        int before = context(arguments.before(), arguments.around());
        int after = context(arguments.after(), arguments.around());
        boolean numbers = arguments.lineNumbers() == null || arguments.lineNumbers();
        var report = new GrepReport(pattern, mode, before, after, numbers, limit, time);
        return ToolText.plain(report.over(documents));
    }

    private static Optional<GrepReport.Mode> mode(@Nullable String name) {
        if (name == null) {
            return Optional.of(GrepReport.Mode.FILES_WITH_MATCHES);
        }
        return switch (name.toLowerCase(Locale.ROOT)) {
            case "files_with_matches" -> Optional.of(GrepReport.Mode.FILES_WITH_MATCHES);
            case "content" -> Optional.of(GrepReport.Mode.CONTENT);
            case "count" -> Optional.of(GrepReport.Mode.COUNT);
            default -> Optional.empty();
        };
    }

    private static int context(@Nullable Integer own, @Nullable Integer both) {
        Integer given = own == null ? both : own;
        return given == null ? 0 : Math.min(given, MOST_CONTEXT);
    }

    private static boolean isNegative(@Nullable Integer count) {
        return count != null && count < 0;
    }
}
