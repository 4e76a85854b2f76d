package dev.mooring.vault.server;

import dev.mooring.mcp.server.ToolResult;
import dev.mooring.vault.documents.DocumentStore;
import dev.mooring.vault.files.Resolution;
import dev.mooring.vault.links.DocumentLinks;
import java.util.List;
import java.util.function.Function;

/** The tool {@code get_links}: the backlinks and forward links of a document. */
final class GetLinksTool extends DocumentTool {

    private static final String DESCRIPTION = """
            Lists the links of a document: backlinks from other documents, forward links, attachments, unresolved \
            links, and ambiguous links that could mean several documents. Each has its line number.""";

    private static final String INPUT_SCHEMA = """
            {
              "type": "object",
              "properties": {
                "file_path": {
                  "type": "string",
                  "description": "Path of the document, relative to the vault, with /"
                }
              },
              "required": ["file_path"],
              "additionalProperties": false
            }
            """;

    private static final int MAX_LINKS = 500;

    private final DocumentStore store;
    private final DocumentLookup lookup;

    GetLinksTool(ToolContext context) {
        super("get_links", "List a document's links", DESCRIPTION, INPUT_SCHEMA, Effect.READS);
        this.store = context.store();
        this.lookup = context.lookup();
    }

    @Override
    ToolResult call(ToolArguments arguments, Actor actor) throws ToolFailure {
        Resolution.Document document = lookup.resolve(arguments.required("file_path"));
        DocumentLinks links = store.links(document)
                .orElseThrow(() -> new ToolFailure("The links are still being indexed. Try again in a moment."));
        return ToolResult.text(render(document.path(), links));
    }

    private static String render(String path, DocumentLinks links) {
        var out = new StringBuilder();
        section(
                out,
                "Backlinks to " + path,
                links.backlinks(),
                back -> back.source() + ":" + back.link().line() + ": "
                        + back.link().written());
        section(out, "Forward links", links.forward(), GetLinksTool::forward);
        if (!links.attachments().isEmpty()) {
            section(out, "Attachments", links.attachments(), GetLinksTool::forward);
        }
        if (!links.unresolved().isEmpty()) {
            section(out, "Unresolved links", links.unresolved(), link -> "line " + link.line() + ": " + link.written());
        }
        if (!links.ambiguous().isEmpty()) {
            section(
                    out,
                    "Ambiguous links",
                    links.ambiguous(),
                    ambiguous -> "line " + ambiguous.link().line() + ": "
                            + ambiguous.link().written() + " could be " + String.join(" or ", ambiguous.candidates()));
        }
        return out.toString().strip();
    }

    private static String forward(DocumentLinks.Forward forward) {
        return forward.target() + " (line " + forward.link().line() + ": "
                + forward.link().written() + ")";
    }

    private static <T> void section(StringBuilder out, String title, List<T> items, Function<T, String> line) {
        out.append(title).append(" (").append(items.size()).append("):\n");
        items.stream()
                .limit(MAX_LINKS)
                .forEach(item -> out.append("  ").append(line.apply(item)).append('\n'));
        if (items.size() > MAX_LINKS) {
            out.append("  … and ").append(items.size() - MAX_LINKS).append(" more\n");
        }
        out.append('\n');
    }
}
