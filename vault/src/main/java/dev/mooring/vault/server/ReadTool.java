package dev.mooring.vault.server;

import dev.mooring.mcp.server.ToolResult;
import dev.mooring.vault.critic.MarkedText;
import dev.mooring.vault.documents.DocumentStore;
import dev.mooring.vault.files.Resolution;
import dev.mooring.vault.text.Headings;
import dev.mooring.vault.text.LineNumbers;
import dev.mooring.vault.text.MergeConflicts;
import java.io.IOException;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The tool {@code read}: the numbered lines of a document's accepted view, and a session in which it can be edited. */
final class ReadTool extends DocumentTool {

    private static final String DESCRIPTION = """
            Reads a document from the knowledge base. Returns content with line numbers (cat -n format), at most 2000 \
            lines unless limit says otherwise, or one section, or the outline. Pending suggestions are shown as if \
            accepted. They are listed below the text, as are comments; a comment by an assistant shows its text once a \
            person has accepted it. Set raw to see the file with its CriticMarkup. The response ends with a \
            [session: ...] value: pass""";

    private static final String SESSION_FOR_EDITING =
            " it to the edit tool's session_id parameter when editing, and pass the same value as session_id to later "
                    + "reads. A session ends after 1 hour without use.";

    private static final String SESSION_FOR_READING =
            " the same value as session_id to later reads. A session ends after 1 hour without use.";

    private static final String INPUT_SCHEMA = """
            {
              "type": "object",
              "properties": {
                "file_path": {
                  "type": "string",
                  "description": "Path of the document, relative to the vault, with /"
                },
                "offset": {
                  "type": "integer",
                  "minimum": 1,
                  "description": "The line to start at, counted from 1"
                },
                "limit": {
                  "type": "integer",
                  "minimum": 1,
                  "description": "How many lines to return (default 2000)"
                },
                "section": {
                  "type": "string",
                  "description": "Read only the section with this heading, such as Tasks or Plan::Tasks"
                },
                "outline": {
                  "type": "boolean",
                  "description": "Return only the headings with their line numbers (default false)"
                },
                "char_offset": {
                  "type": "integer",
                  "minimum": 1,
                  "description": "The character of the first line to start at, to continue a truncated line"
                },
                "session_id": {
                  "type": "string",
                  "description": "The session value of an earlier response, to continue that session. Leave it out the first time."
                },
                "raw": {
                  "type": "boolean",
                  "description": "Show the file as it is, CriticMarkup included (default false)"
                }
              },
              "required": ["file_path"],
              "additionalProperties": false
            }
            """;

    private static final int DEFAULT_LIMIT = 2_000;
    private static final int MAX_LIMIT = 100_000;
    private static final int MAX_CONFLICTS = 5;

    private final DocumentLookup lookup;
    private final Attachments attachments;
    private final DocumentSessions sessions;
    private final InstantSource clock;
    private final DocumentStore store;

    ReadTool(ToolContext context) {
        super(
                "read",
                "Read a document",
                DESCRIPTION + (context.options().readOnly() ? SESSION_FOR_READING : SESSION_FOR_EDITING),
                INPUT_SCHEMA,
                Effect.READS);
        this.lookup = context.lookup();
        this.attachments = new Attachments(context.store());
        this.sessions = context.sessions();
        this.clock = context.clock();
        this.store = context.store();
    }

    @Override
    ToolResult call(ToolArguments arguments, Actor actor) throws ToolFailure, IOException {
        var request = Request.of(arguments);
        Optional<ToolResult> attachment =
                attachments.read(arguments.required("file_path"), request.first, request.limit, request.skipped);
        if (attachment.isPresent()) {
            return attachment.get();
        }
        Resolution.Document document = lookup.resolve(arguments.required("file_path"));
        String sessionId = arguments.sessionId();
        DocumentSession session = sessionId == null ? DocumentSession.NEW : sessions.require(sessionId, actor);
        String raw = lookup.read(document);
        String text = render(request, document.path(), raw);
        UnreportedDecisions decisions = UnreportedDecisions.in(session, store, document.path(), raw);
        if (!decisions.changed().isEmpty()) {
            text += "\n\nDecisions on your suggestions:" + decisions.lines();
        }
        return sessions.recordIfNew(sessionId, session, actor, document.path(), raw, decisions.changed(), text);
    }

    /**
     * The requested part of a document.
     *
     * @param first the first line, counted from 1
     * @param skipped how many characters of the first line to leave out
     */
    private record Request(
            int first, int limit, int skipped, @Nullable String section, boolean outline, boolean raw) {

        static Request of(ToolArguments arguments) throws ToolFailure {
            String section = arguments.optional("section");
            return new Request(
                    Math.max(notNegative(arguments, "offset", 1), 1),
                    Math.min(limit(arguments), MAX_LIMIT),
                    Math.max(notNegative(arguments, "char_offset", 1), 1) - 1,
                    section == null || section.isBlank() ? null : section,
                    arguments.flag("outline", false),
                    arguments.flag("raw", false));
        }

        private static int notNegative(ToolArguments arguments, String name, int defaultValue) throws ToolFailure {
            Integer value = arguments.optionalInt(name);
            if (value != null && value < 0) {
                throw new ToolFailure(name + " is negative. " + (name.equals("offset") ? "Lines" : "Characters")
                        + " are counted from 1.");
            }
            return value == null ? defaultValue : value;
        }

        private static int limit(ToolArguments arguments) throws ToolFailure {
            Integer limit = arguments.optionalInt("limit");
            if (limit != null && limit < 1) {
                throw new ToolFailure("limit must be at least 1.");
            }
            return limit == null ? DEFAULT_LIMIT : limit;
        }
    }

    private String render(Request request, String path, String raw) throws ToolFailure {
        MarkedText marked = MarkedText.parse(raw);
        if (request.raw) {
            String hidden = PendingComments.hidden(marked);
            String text = hidden.startsWith("\uFEFF") ? hidden.substring(1) : hidden;
            return render(request, path, new LineNumbers(text.replace("\r\n", "\n")), null);
        }
        return render(request, path, new LineNumbers(marked.accepted().text()), marked);
    }

    /** @param listed the text whose pending suggestions and comments to list; null to list nothing */
    private String render(Request request, String path, LineNumbers lines, @Nullable MarkedText listed)
            throws ToolFailure {
        if (request.outline) {
            return outline(lines);
        }
        int sectionEnd = lines.count();
        int first = request.first;
        if (request.section != null) {
            switch (Headings.of(lines).find(request.section)) {
                case Headings.Search.Failed(String reason) -> throw new ToolFailure(path + ": " + reason);
                case Headings.Search.Section(Headings.Heading heading, int lastLine) -> {
                    sectionEnd = lastLine;
                    first = first > heading.line() && first <= lastLine ? first : heading.line();
                }
            }
        }
        int last = lastLine(path, lines, first, request.limit, sectionEnd);
        NumberedLines.requireCharacter(lines, first, request.skipped);
        String text = NumberedLines.of(lines, first, last, request.skipped)
                + more(lines, first, last, sectionEnd)
                + conflicts(lines);
        String pending = listed == null
                ? ""
                : new PendingList(listed, lines, first, Math.max(last, 1), clock.instant()).render();
        return text.isEmpty() ? pending.strip() : text + pending;
    }

    private static String outline(LineNumbers lines) {
        List<Headings.Heading> headings = Headings.of(lines).all();
        return headings.isEmpty()
                ? "The document has no headings. It has " + lines.count() + " lines."
                : headings.stream()
                                .map(heading -> NumberedLines.of(lines, heading.line(), heading.lastLine()))
                                .collect(Collectors.joining("\n"))
                        + "\n\n[" + headings.size() + " headings of " + lines.count() + " lines]";
    }

    private static int lastLine(String path, LineNumbers lines, int first, int limit, int sectionEnd)
            throws ToolFailure {
        if (first > Math.max(lines.count(), 1)) {
            throw new ToolFailure(
                    "offset " + first + " is past the end: " + path + " has " + lines.count() + " lines.");
        }
        return (int) Math.min((long) first + limit - 1, sectionEnd);
    }

    private static String more(LineNumbers lines, int first, int last, int sectionEnd) {
        if (last == lines.count()) {
            return "";
        }
        String shown = "\n\n[lines " + first + "-" + last + " of " + lines.count();
        return last == sectionEnd
                ? shown + "; the section ends here]"
                : shown + "; more follows, continue with offset " + (last + 1) + "]";
    }

    private static String conflicts(LineNumbers lines) {
        return MergeConflicts.find(lines).stream()
                .limit(MAX_CONFLICTS)
                .map(
                        conflict -> "\n\n[lines " + conflict.firstLine() + "-" + conflict.lastLine()
                                + " are an unresolved Git merge conflict; a person has to resolve it before you can edit there]")
                .collect(Collectors.joining());
    }
}
