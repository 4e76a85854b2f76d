package dev.mooring.vault.server;

import dev.mooring.vault.documents.DocumentStore;
import dev.mooring.vault.links.DocumentLinks;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** {@code get_links}: which documents link here, and where this one links to. */
public final class ListLinks {

    public static final ToolDefinition DEFINITION =
            new ToolDefinition("get_links", "List a document's links", """
            Lists the links of a document: backlinks from other documents, forward links, links that lead nowhere and \
            links that could mean several documents, each with the line it stands on.""", """
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
            """, true);

    private static final int MOST = 500;

    private final DocumentStore store;
    private final Documents documents;

    public ListLinks(DocumentStore store) {
        this.store = store;
        this.documents = new Documents(store);
    }

    /** The tool's arguments. */
    public record Arguments(String filePath) {}

    public ToolText run(Arguments arguments) {
        return switch (documents.find(arguments.filePath())) {
            case Documents.Found.Not(ToolText answer) -> answer;
            case Documents.Found.There(var document) -> {
                Optional<DocumentLinks> links = store.links(document);
                yield links.map(found -> ToolText.plain(render(document.path(), found)))
                        .orElseGet(() -> ToolText.error("The links are still being indexed. Try again in a moment."));
            }
        };
    }

    private static String render(String path, DocumentLinks links) {
        var out = new StringBuilder();
        section(
                out,
                "Backlinks to " + path,
                links.backlinks(),
                back -> back.source() + ":" + back.link().line() + ": "
                        + back.link().written());
        section(
                out,
                "Forward links",
                links.forward(),
                forward -> forward.target() + " (line " + forward.link().line() + ": "
                        + forward.link().written() + ")");
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

    private static <T> void section(StringBuilder out, String title, List<T> items, Function<T, String> line) {
        out.append(title).append(" (").append(items.size()).append("):\n");
        items.stream()
                .limit(MOST)
                .forEach(item -> out.append("  ").append(line.apply(item)).append('\n'));
        if (items.size() > MOST) {
            out.append("  … and ").append(items.size() - MOST).append(" more\n");
        }
        out.append('\n');
    }
}
