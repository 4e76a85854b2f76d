package dev.mooring.vault.server;

import dev.mooring.handle.Handles;
import dev.mooring.mcp.server.Tool;
import dev.mooring.vault.documents.DocumentStore;
import java.io.IOException;
import java.time.InstantSource;
import java.util.List;

/** The tools that leave documents as they are: {@code read}, {@code glob}, {@code grep}, {@code get_links}. */
final class ReadingTools {
    private final ToolDefinition definition;
    private final ReadDocument read;
    private final FindDocuments find;
    private final SearchDocuments search;
    private final ListLinks links;

    ReadingTools(DocumentStore store, Handles<DocumentsRead> handles, InstantSource clock, boolean readOnly) {
        definition = readOnly ? ReadDocument.READ_ONLY_DEFINITION : ReadDocument.DEFINITION;
        read = new ReadDocument(store, handles, clock);
        find = new FindDocuments(store);
        search = new SearchDocuments(store);
        links = new ListLinks(store);
    }

    List<Tool> all(ToolCallListener listener) {
        return List.of(
                DocumentTool.of(definition, this::read, listener),
                DocumentTool.of(FindDocuments.DEFINITION, (arguments, _) -> find(arguments), listener),
                DocumentTool.of(SearchDocuments.DEFINITION, (arguments, _) -> search(arguments), listener),
                DocumentTool.of(ListLinks.DEFINITION, (arguments, _) -> links(arguments), listener));
    }

    private ToolText read(ToolArguments arguments, Actor actor) throws IOException {
        return read.run(
                new ReadDocument.Arguments(
                        arguments.text("file_path"),
                        arguments.numberIfGiven("offset"),
                        arguments.numberIfGiven("limit"),
                        arguments.sessionIfGiven(),
                        arguments.flag("raw")),
                actor);
    }

    private ToolText find(ToolArguments arguments) {
        return find.run(new FindDocuments.Arguments(arguments.text("pattern"), arguments.textIfGiven("path")));
    }

    private ToolText search(ToolArguments arguments) {
        return search.run(new SearchDocuments.Arguments(
                arguments.text("pattern"),
                arguments.textIfGiven("path"),
                arguments.textIfGiven("glob"),
                arguments.textIfGiven("output_mode"),
                arguments.flag("-i"),
                arguments.flagIfGiven("-n"),
                arguments.numberIfGiven("-C"),
                arguments.numberIfGiven("-A"),
                arguments.numberIfGiven("-B"),
                arguments.numberIfGiven("head_limit"),
                arguments.flag("multiline")));
    }

    private ToolText links(ToolArguments arguments) {
        return links.run(new ListLinks.Arguments(arguments.text("file_path")));
    }
}
