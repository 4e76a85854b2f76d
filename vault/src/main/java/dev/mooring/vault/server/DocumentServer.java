package dev.mooring.vault.server;

import dev.mooring.handle.HandleStore;
import dev.mooring.handle.Handles;
import dev.mooring.mcp.Implementation;
import dev.mooring.mcp.server.McpServer;
import dev.mooring.vault.Vault;
import dev.mooring.vault.documents.DocumentChange;
import dev.mooring.vault.documents.DocumentStore;
import dev.mooring.vault.edit.GroupId;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Function;
import org.apiguardian.api.API;

/** Creates MCP servers for vaults. A server offers the document tools and prompts, and the documents as resources. */
@API(status = API.Status.MAINTAINED, since = "0.1")
public final class DocumentServer {

    /** All tools, in the order in which clients list them. */
    private static final List<Function<ToolContext, DocumentTool>> TOOLS = List.of(
            ReadTool::new,
            SearchTool::new,
            GlobTool::new,
            GrepTool::new,
            GetLinksTool::new,
            EditTool::new,
            InsertTool::new,
            CreateTool::new,
            MoveTool::new,
            DeleteTool::new,
            CommentTool::new,
            DecisionsTool::new);

    private static final int PAGE_SIZE = 200;

    private static final String READING = """
            This server holds a folder of Markdown documents. Paths are relative to that folder, with /. \
            Use search to find documents by words, glob to find them by name, grep to find exact text, get_links to follow \
            links, and read to read one. They show the text with all pending suggestions accepted, and use its line \
            numbers. read also shows images, .canvas and .base files.""";

    private static final String EDITING = """
             To change a document, read it first: the response ends with a line [session: <id>]. Pass that id as \
            session_id to all later calls, so that they belong to the same session. Edits, new documents, moves and deletions \
            are suggestions: a person accepts or rejects them, and you cannot. If a session is unknown or has \
            expired, read the document again without session_id.""";

    private static final String NO_EDITING = " Documents cannot be changed here; no session_id is needed.";

    private DocumentServer() {}

    /**
     * The options of a server.
     *
     * @param readOnly whether to leave out the tools that suggest changes
     * @param plainMarks whether to write suggestions without author and time
     */
    public record Options(boolean readOnly, boolean plainMarks) {
        /** All tools; suggestions carry author and time. */
        public static final Options DEFAULT = new Options(false, false);
    }

    /**
     * Creates a server for an open vault. The caller closes the vault after the server. Clients that subscribe to
     * resources are notified of every change to a document, including changes by other programs.
     *
     * @param sessions the store for the sessions that {@code read} and {@code create} open
     * @param listener notified of each tool call
     */
    public static McpServer of(
            Implementation implementation,
            Vault vault,
            HandleStore<DocumentSession> sessions,
            Options options,
            ToolCallListener listener) {
        DocumentStore store = vault.documents();
        McpServer.Builder builder = McpServer.builder(implementation)
                .instructions(READING + (options.readOnly() ? NO_EDITING : EDITING))
                .resources(new DocumentResources(store))
                .pageSize(PAGE_SIZE);
        new DocumentPrompts(store).addTo(builder, options);
        McpServer server = builder.build();
        var handles = new DocumentSessions(new Handles<>(sessions));
        tools(new ToolContext(store, handles, InstantSource.system(), GroupId::next, options))
                .forEach(tool -> server.addTool(tool.toMcp(listener)));
        store.onChange(change -> notifyClients(server, change));
        return server;
    }

    /** Creates the tools that the options allow. */
    static List<DocumentTool> tools(ToolContext context) {
        return TOOLS.stream()
                .map(tool -> tool.apply(context))
                .filter(tool -> tool.isAvailable(context.options()))
                .toList();
    }

    private static void notifyClients(McpServer server, DocumentChange change) {
        if (change.kind() != DocumentChange.Kind.CHANGED) {
            server.resourcesChanged();
        }
        server.resourceUpdated(DocumentUri.of(change.path()));
    }
}
