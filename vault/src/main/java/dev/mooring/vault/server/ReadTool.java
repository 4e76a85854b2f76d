package dev.mooring.vault.server;

import dev.mooring.mcp.server.ToolResult;
import dev.mooring.vault.critic.MarkedText;
import dev.mooring.vault.documents.DocumentStore;
import dev.mooring.vault.files.Resolution;
import dev.mooring.vault.text.LineNumbers;
import java.io.IOException;
import java.time.InstantSource;
import java.util.Optional;

/** The tool {@code read}: the numbered lines of a document's accepted view, and a session in which it can be edited. */
final class ReadTool extends DocumentTool {

    private static final String DESCRIPTION = """
            Reads a document from the knowledge base. Returns content with line numbers (cat -n format), at most 2000 \
            lines unless limit says otherwise. Pending suggestions are shown as if accepted. They are listed below the \
            text, as are comments; a comment by an assistant shows its text once a person has accepted it. Set raw to \
            see the file with its CriticMarkup. The response ends with a [session: ...] value: pass""";

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
        int first = firstLine(arguments);
        int limit = limit(arguments);
        Optional<ToolResult> attachment = attachments.read(arguments.required("file_path"), first, limit);
        if (attachment.isPresent()) {
            return attachment.get();
        }
        Resolution.Document document = lookup.resolve(arguments.required("file_path"));
        String sessionId = arguments.sessionId();
        DocumentSession session = sessionId == null ? DocumentSession.NEW : sessions.require(sessionId, actor);
        String raw = lookup.read(document);
        String text = render(arguments, document.path(), raw, first, limit);
        DecisionNews news = DecisionNews.in(session, store, document.path(), raw);
        if (!news.told().isEmpty()) {
            text += "\n\nDecisions on your suggestions:" + news.lines();
        }
        return sessions.record(sessionId, actor, document.path(), raw, news.told(), text);
    }

    private String render(ToolArguments arguments, String path, String raw, int first, int limit) throws ToolFailure {
        return arguments.flag("raw", false)
                ? renderRaw(path, PendingComments.hidden(MarkedText.parse(raw)), first, limit)
                : renderAccepted(path, MarkedText.parse(raw), first, limit);
    }

    private static int firstLine(ToolArguments arguments) throws ToolFailure {
        Integer offset = arguments.optionalInt("offset");
        if (offset != null && offset < 0) {
            throw new ToolFailure("offset is negative. Lines are counted from 1.");
        }
        return offset == null ? 1 : Math.max(offset, 1);
    }

    private static int limit(ToolArguments arguments) throws ToolFailure {
        Integer limit = arguments.optionalInt("limit");
        if (limit != null && limit < 1) {
            throw new ToolFailure("limit must be at least 1.");
        }
        return limit == null ? DEFAULT_LIMIT : Math.min(limit, MAX_LIMIT);
    }

    private static String renderRaw(String path, String raw, int first, int limit) throws ToolFailure {
        String text = raw.startsWith("\uFEFF") ? raw.substring(1) : raw;
        var lines = new LineNumbers(text.replace("\r\n", "\n"));
        return renderLines(lines, first, lastLine(path, lines, first, limit));
    }

    private String renderAccepted(String path, MarkedText marked, int first, int limit) throws ToolFailure {
        var lines = new LineNumbers(marked.accepted().text());
        int last = lastLine(path, lines, first, limit);
        String text = renderLines(lines, first, last);
        String pending = new PendingList(marked, lines, first, Math.max(last, 1), clock.instant()).render();
        return text.isEmpty() ? pending.strip() : text + pending;
    }

    private static int lastLine(String path, LineNumbers lines, int first, int limit) throws ToolFailure {
        if (first > Math.max(lines.count(), 1)) {
            throw new ToolFailure(
                    "offset " + first + " is past the end: " + path + " has " + lines.count() + " lines.");
        }
        return (int) Math.min((long) first + limit - 1, lines.count());
    }

    private static String renderLines(LineNumbers lines, int first, int last) {
        String text = NumberedLines.of(lines, first, last);
        return last == lines.count()
                ? text
                : text + "\n\n[lines " + first + "-" + last + " of " + lines.count()
                        + "; more follows, continue with offset " + (last + 1) + "]";
    }
}
