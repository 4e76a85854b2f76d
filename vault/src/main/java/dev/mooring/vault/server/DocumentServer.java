package dev.mooring.vault.server;

import dev.mooring.handle.HandleStore;
import dev.mooring.handle.Handles;
import dev.mooring.mcp.Implementation;
import dev.mooring.mcp.server.McpServer;
import dev.mooring.vault.Vault;
import dev.mooring.vault.documents.DocumentChange;
import dev.mooring.vault.documents.DocumentStore;
import java.time.InstantSource;

/** Makes MCP servers that offer the documents of a vault. */
public final class DocumentServer {
    private static final int PAGE_SIZE = 200;

    private static final String READING = """
            This server holds a folder of Markdown documents. Paths are relative to that folder, with /. \
            Use glob to find documents by name, grep to find text in them, get_links to follow links, and read to read \
            one. Line numbers are those of the text with all pending suggestions accepted, which is what read and grep show.""";

    private static final String EDITING = """
             To change a document, read it first: the answer ends with a line [session: <id>]. Pass that id as \
            session_id to edit, and to later calls of read and create, so that they belong to the same session. Edits and \
            new documents are suggestions: a person accepts or rejects them, and you cannot. If a session is unknown or has \
            expired, read the document again without session_id.""";

    private static final String NO_EDITING = " Documents cannot be changed here; no session_id is needed.";

    private DocumentServer() {}

    /**
     * How the documents are offered.
     *
     * @param readOnly leaves out the tools that change documents
     * @param plainMarks writes suggestions without author and time
     */
    public record Options(boolean readOnly, boolean plainMarks) {
        public static final Options DEFAULT = new Options(false, false);
    }

    /**
     * A server on an open vault, which stays the caller's to close. Those who listen to resources hear of changes to
     * documents, whoever makes them.
     *
     * @param sessions where sessions live
     * @param listener told of each call of a tool
     */
    public static McpServer of(
            Implementation implementation,
            Vault vault,
            HandleStore<DocumentsRead> sessions,
            Options options,
            ToolCallListener listener) {
        DocumentStore store = vault.documents();
        var handles = new Handles<>(sessions);
        InstantSource clock = InstantSource.system();
        McpServer server = McpServer.builder(implementation)
                .instructions(READING + (options.readOnly() ? NO_EDITING : EDITING))
                .resources(new DocumentResources(store))
                .pageSize(PAGE_SIZE)
                .build();
        new ReadingTools(store, handles, clock, options.readOnly())
                .all(listener)
                .forEach(server::addTool);
        if (!options.readOnly()) {
            new WritingTools(store, handles, clock, options.plainMarks())
                    .all(listener)
                    .forEach(server::addTool);
        }
        store.onChange(change -> notify(server, change));
        return server;
    }

    private static void notify(McpServer server, DocumentChange change) {
        if (change.kind() != DocumentChange.Kind.CHANGED) {
            server.resourcesChanged();
        }
        server.resourceUpdated(DocumentUri.of(change.path()));
    }
}
