package dev.mooring.vault.server;

import dev.mooring.handle.Handles;
import dev.mooring.vault.critic.MarkedText;
import dev.mooring.vault.documents.DocumentStore;
import dev.mooring.vault.text.LineNumbers;
import java.io.IOException;
import java.time.InstantSource;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** {@code read}: a document's lines as they would be with all suggestions accepted, and a session to edit it in. */
public final class ReadDocument {

    private static final String DESCRIPTION = """
            Reads a document from the knowledge base. Returns content with line numbers (cat -n format), at most 2000 \
            lines unless limit says otherwise. Pending suggestions are shown as if accepted and are listed below the \
            text, as are comments; raw shows the file as it is. The response ends with a [session: ...] value: pass""";

    private static final String SCHEMA = """
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

    public static final ToolDefinition DEFINITION = definition(
            " it to the edit tool's session_id parameter when editing, and pass the same value as session_id to later "
                    + "reads. A session ends after 1 hour without use.");

    /** For where there is no tool to edit with. */
    public static final ToolDefinition READ_ONLY_DEFINITION =
            definition(" the same value as session_id to later reads. A session ends after 1 hour without use.");

    private static ToolDefinition definition(String session) {
        return new ToolDefinition("read", "Read a document", DESCRIPTION + session, SCHEMA, true);
    }

    private static final int DEFAULT_LINES = 2_000;
    private static final int MOST_LINES = 100_000;

    private final Documents documents;
    private final ReadingSessions sessions;
    private final InstantSource clock;

    public ReadDocument(DocumentStore store, Handles<DocumentsRead> handles, InstantSource clock) {
        this.documents = new Documents(store);
        this.sessions = new ReadingSessions(handles);
        this.clock = clock;
    }

    /** The tool's arguments; what is null was not given. */
    public record Arguments(
            String filePath,
            @Nullable Integer offset,
            @Nullable Integer limit,
            @Nullable String sessionId,
            boolean raw) {}

    public ToolText run(Arguments arguments, Actor actor) throws IOException {
        Optional<String> problem = problem(arguments);
        if (problem.isPresent()) {
            return ToolText.error(problem.get());
        }
        return switch (documents.open(arguments.filePath())) {
            case Documents.Opened.Closed(ToolText answer) -> answer;
            case Documents.Opened.Open(var document, String raw) -> {
                String session = arguments.sessionId();
                if (session != null && sessions.find(session, actor).isEmpty()) {
                    yield ToolText.error(ReadingSessions.UNKNOWN);
                }
                Rendered rendered = render(arguments, document.path(), raw);
                yield rendered.isError
                        ? ToolText.error(rendered.text)
                        : sessions.answer(rendered.text, session, actor, document.path(), raw);
            }
        };
    }

    private static Optional<String> problem(Arguments arguments) {
        Integer offset = arguments.offset();
        Integer limit = arguments.limit();
        if (offset != null && offset < 0) {
            return Optional.of("offset is negative. Lines are counted from 1.");
        }
        return limit != null && limit < 1 ? Optional.of("limit must be at least 1.") : Optional.empty();
    }

    private record Rendered(boolean isError, String text) {}

    private Rendered render(Arguments arguments, String path, String raw) {
        MarkedText text = MarkedText.parse(raw);
        String shown = arguments.raw() ? asItIs(raw) : text.accepted().text();
        var lines = new LineNumbers(shown);
        int first = arguments.offset() == null ? 1 : Math.max(arguments.offset(), 1);
        int limit = arguments.limit() == null ? DEFAULT_LINES : Math.min(arguments.limit(), MOST_LINES);
        if (first > Math.max(lines.count(), 1)) {
            return new Rendered(
                    true, "offset " + first + " is past the end: " + path + " has " + lines.count() + " lines.");
        }
        int last = (int) Math.min((long) first + limit - 1, lines.count());
        String body = NumberedLines.of(lines, first, last);
        if (last < lines.count()) {
            body += "\n\n[lines " + first + "-" + last + " of " + lines.count()
                    + "; more follows, continue with offset " + (last + 1) + "]";
        }
        String pending =
                arguments.raw() ? "" : new PendingList(text, lines, first, Math.max(last, 1), clock.instant()).render();
        return new Rendered(false, body.isEmpty() ? pending.strip() : body + pending);
    }

    private static String asItIs(String raw) {
        String text = raw.startsWith("\uFEFF") ? raw.substring(1) : raw;
        return text.replace("\r\n", "\n");
    }
}
