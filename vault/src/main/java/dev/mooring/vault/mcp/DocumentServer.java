package dev.mooring.vault.mcp;

import dev.mooring.handle.HandleStore;
import dev.mooring.handle.Handles;
import dev.mooring.mcp.Implementation;
import dev.mooring.mcp.server.McpServer;
import dev.mooring.vault.DocumentChange;
import dev.mooring.vault.Vault;
import dev.mooring.vault.tools.DocumentsRead;
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
    public record Manner(boolean readOnly, boolean plainMarks) {
        public static final Manner DEFAULT = new Manner(false, false);
    }

    /**
     * A server on an open vault, which stays the caller's to close. Those who listen to resources hear of changes to
     * documents, whoever makes them.
     *
     * @param store where sessions live
     * @param listener told of each call of a tool
     */
    public static McpServer of(
            Implementation implementation,
            Vault vault,
            HandleStore<DocumentsRead> store,
            Manner manner,
            ToolCallListener listener) {
        var handles = new Handles<>(store);
        InstantSource clock = InstantSource.system();
        McpServer server = McpServer.builder(implementation)
                .instructions(READING + (manner.readOnly() ? NO_EDITING : EDITING))
                .resources(new DocumentResources(vault))
                .pageSize(PAGE_SIZE)
                .build();
        new ReadingTools(vault, handles, clock, manner.readOnly()).all(listener).forEach(server::addTool);
        if (!manner.readOnly()) {
            new WritingTools(vault, handles, clock, manner.plainMarks())
                    .all(listener)
                    .forEach(server::addTool);
        }
        vault.onChange(change -> tell(server, change));
        return server;
    }

    private static void tell(McpServer server, DocumentChange change) {
        if (change.kind() != DocumentChange.Kind.CHANGED) {
            server.resourcesChanged();
        }
        server.resourceUpdated(DocumentUri.of(change.path()));
    }
}
