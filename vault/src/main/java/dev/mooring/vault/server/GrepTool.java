package dev.mooring.vault.server;

import dev.mooring.mcp.server.ToolResult;
import dev.mooring.vault.documents.DocumentStore;
import dev.mooring.vault.files.DocumentWalk.Listed;
import dev.mooring.vault.files.Resolution;
import dev.mooring.vault.search.Glob;
import dev.mooring.vault.search.SearchLimits;
import dev.mooring.vault.search.SearchPattern;
import dev.mooring.vault.search.SearchPool;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The tool {@code grep}: searches the accepted views of documents with a regular expression. */
final class GrepTool extends DocumentTool {

    private static final String DESCRIPTION = """
            Searches documents with a regular expression (RE2 syntax). Searches the text that read shows, with the same \
            line numbers. output_mode: files_with_matches (default) lists paths, content shows matching lines with \
            optional context (-A, -B, -C), count shows how many lines match in each document.""";

    private static final String INPUT_SCHEMA = """
            {
              "type": "object",
              "properties": {
                "pattern": {
                  "type": "string",
                  "description": "The regular expression"
                },
                "path": {
                  "type": "string",
                  "description": "A folder or document to search, relative to the vault (default: the whole vault)"
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
                "in": {
                  "type": "string",
                  "enum": ["text", "comments"],
                  "description": "comments searches the open comments, with the lines that they are at (default text)"
                },
                "-i": { "type": "boolean", "description": "Ignore case (default false)" },
                "-n": { "type": "boolean", "description": "Show line numbers in content mode (default true)" },
                "-A": { "type": "integer", "minimum": 0, "description": "Lines to show after each match" },
                "-B": { "type": "integer", "minimum": 0, "description": "Lines to show before each match" },
                "-C": { "type": "integer", "minimum": 0, "description": "Lines to show before and after each match" },
                "head_limit": {
                  "type": "integer",
                  "minimum": 1,
                  "description": "The most lines or paths to show (default 1000)"
                },
                "multiline": {
                  "type": "boolean",
                  "description": "Let matches span lines, and . match line ends (default false)"
                }
              },
              "required": ["pattern"],
              "additionalProperties": false
            }
            """;

    private static final int DEFAULT_LIMIT = 1_000;
    private static final int MAX_LIMIT = 10_000;
    private static final int MAX_CONTEXT = 100;

    private final DocumentStore store;
    private final DocumentLookup lookup;
    private final SearchPool pool;
    private final SearchLimits limits;

    GrepTool(ToolContext context) {
        this(context, SearchPool.SHARED, SearchLimits.DEFAULT);
    }

    GrepTool(ToolContext context, SearchPool pool, SearchLimits limits) {
        super("grep", "Search in documents", DESCRIPTION, INPUT_SCHEMA, Effect.READS);
        this.store = context.store();
        this.lookup = context.lookup();
        this.pool = pool;
        this.limits = limits;
    }

    @Override
    ToolResult call(ToolArguments arguments, Actor actor) throws ToolFailure {
        SearchLimits.Budget budget = limits.start();
        try {
            return ToolResult.text(search(arguments, actor, budget));
        } catch (SearchLimits.Exceeded e) {
            return ToolResult.text(GrepReport.withoutMatches(e, limits));
        }
    }

    private String search(ToolArguments arguments, Actor actor, SearchLimits.Budget budget) throws ToolFailure {
        GrepReport.Format format = format(arguments);
        SearchPattern pattern = pattern(arguments, actor, budget);
        String glob = arguments.optional("glob");
        Glob names = glob == null ? null : glob(glob);
        List<Listed> documents = switch (lookup.resolveScope(arguments.optional("path"))) {
            case Resolution.Document document -> List.of(new Listed(document.path(), document.file(), 0, 0));
            case Resolution.Folder folder -> matching(candidates(folder, pattern, format), names);
        };
        return new GrepReport(store, format, limits, pattern, budget).search(pool, actor, documents);
    }

    private List<Listed> candidates(Resolution.Folder folder, SearchPattern pattern, GrepReport.Format format) {
        return format.inComments() ? store.documentsWithMarks(folder) : store.candidates(folder, pattern);
    }

    /** Compiles the pattern in the pool, because a large pattern takes milliseconds. */
    private SearchPattern pattern(ToolArguments arguments, Actor actor, SearchLimits.Budget budget) throws ToolFailure {
        String pattern = arguments.required("pattern");
        boolean ignoreCase = arguments.flag("-i", false);
        boolean multiline = arguments.flag("multiline", false);
        return switch (pool.compute(actor, budget, () -> SearchPattern.compile(pattern, ignoreCase, multiline))) {
            case SearchPattern.Compiled.Valid(SearchPattern compiled) -> compiled;
            case SearchPattern.Compiled.Invalid(String reason) -> throw new ToolFailure(reason);
        };
    }

    private static Glob glob(String pattern) throws ToolFailure {
        return switch (Glob.compileForNames(pattern)) {
            case Glob.Compiled.Valid(Glob glob) -> glob;
            case Glob.Compiled.Invalid(String reason) -> throw new ToolFailure(reason);
        };
    }

    private static List<Listed> matching(List<Listed> documents, @Nullable Glob names) {
        return names == null
                ? documents
                : documents.stream()
                        .filter(document -> names.matches(document.path()))
                        .toList();
    }

    private static GrepReport.Format format(ToolArguments arguments) throws ToolFailure {
        Integer headLimit = arguments.optionalInt("head_limit");
        return new GrepReport.Format(
                mode(arguments.optional("output_mode")),
                contextLines(arguments, "-B"),
                contextLines(arguments, "-A"),
                arguments.flag("-n", true),
                headLimit == null || headLimit < 1 ? DEFAULT_LIMIT : Math.min(headLimit, MAX_LIMIT),
                inComments(arguments.optional("in")));
    }

    private static boolean inComments(@Nullable String in) throws ToolFailure {
        return switch (in == null ? "text" : in.toLowerCase(Locale.ROOT)) {
            case "text" -> false;
            case "comments" -> true;
            default -> throw new ToolFailure("in must be text or comments.");
        };
    }

    private static GrepReport.Mode mode(@Nullable String name) throws ToolFailure {
        return switch (name == null ? "files_with_matches" : name.toLowerCase(Locale.ROOT)) {
            case "files_with_matches" -> GrepReport.Mode.FILES_WITH_MATCHES;
            case "content" -> GrepReport.Mode.CONTENT;
            case "count" -> GrepReport.Mode.COUNT;
            default -> throw new ToolFailure("output_mode must be files_with_matches, content or count.");
        };
    }

    /** Returns how many lines to show on one side of a match: the side's own argument, or else {@code -C}. */
    private static int contextLines(ToolArguments arguments, String side) throws ToolFailure {
        Integer own = arguments.optionalInt(side);
        Integer both = arguments.optionalInt("-C");
        if ((own != null && own < 0) || (both != null && both < 0)) {
            throw new ToolFailure("-A, -B and -C must not be negative.");
        }
        Integer lines = own == null ? both : own;
        return lines == null ? 0 : Math.min(lines, MAX_CONTEXT);
    }
}
