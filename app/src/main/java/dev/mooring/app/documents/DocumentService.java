package dev.mooring.app.documents;

import dev.mooring.app.account.ServiceAccess;
import dev.mooring.app.review.ReviewPages;
import dev.mooring.app.users.Role;
import dev.mooring.app.web.OpenResources;
import dev.mooring.app.web.PageAccess;
import dev.mooring.app.web.ServiceMetrics;
import dev.mooring.app.web.SignInCodes;
import dev.mooring.app.web.StatusPages;
import dev.mooring.app.web.WebAddress;
import dev.mooring.app.web.WebSettings;
import dev.mooring.handle.HandleLimits;
import dev.mooring.handle.HandleStore;
import dev.mooring.handle.HandleStoreOptions;
import dev.mooring.handle.HandleStores;
import dev.mooring.mcp.Implementation;
import dev.mooring.mcp.server.McpServer;
import dev.mooring.mcp.server.Tool;
import dev.mooring.mcp.server.http.HttpEndpoint;
import dev.mooring.mcp.server.http.HttpLimits;
import dev.mooring.mcp.server.http.HttpServer;
import dev.mooring.mcp.server.stdio.StdioServer;
import dev.mooring.store.StoredSessions;
import dev.mooring.vault.Vault;
import dev.mooring.vault.review.Review;
import dev.mooring.vault.server.DocumentServer;
import dev.mooring.vault.server.DocumentSession;
import io.micrometer.core.instrument.Gauge;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The HTTP service of {@code mooring serve}: the MCP endpoint and the review pages of one vault. */
public final class DocumentService implements AutoCloseable {
    /** The tools are CPU-bound: more calls at a time would take more memory and not be faster. */
    private static final int MAX_RUNNING_PER_CALLER =
            Math.max(8, 2 * Runtime.getRuntime().availableProcessors());

    /** The command that opens the review page of a folder. */
    static final String REVIEW_COMMAND = "mooring review FOLDER --open";

    private static final Map<Role, String> ACCESS_DESCRIPTIONS = Map.of(
            Role.READ, "Read and search the documents",
            Role.WRITE, "Suggest changes, which people review",
            Role.REVIEW, "Accept and reject suggestions",
            Role.ADMIN, "Read the metrics");

    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(5);

    private final HttpServer http;
    private final WebAddress address;
    private final Optional<SignInCodes> codes;
    private final OpenResources resources;

    private DocumentService(HttpServer http, WebAddress address, Optional<SignInCodes> codes, OpenResources resources) {
        this.http = http;
        this.address = address;
        this.codes = codes;
        this.resources = resources;
    }

    /**
     * Opens the folder, without its hidden documents, and serves it. The caller closes the service.
     *
     * @throws IOException if the folder cannot be opened, or the port is not available
     */
    public static DocumentService start(
            Path folder, Implementation implementation, DocumentServer.Options options, WebSettings web)
            throws IOException {
        return start(Vault.open(folder, false), implementation, options, web);
    }

    /**
     * Serves a vault, and keeps sessions in memory. The caller closes the service, which closes the vault.
     *
     * @throws IOException if the port is not available; the vault is closed then, as after any other failure
     */
    static DocumentService start(
            Vault vault, Implementation implementation, DocumentServer.Options options, WebSettings web)
            throws IOException {
        return start(vault, HandleStores.inMemory(), "", implementation, options, web);
    }

    /**
     * Serves a vault. The caller closes the service, which closes the vault, and then the stores.
     *
     * @param stores where the sessions are kept
     * @param folder the id of the folder, which separates its sessions from those of others in the same stores
     * @throws IOException if the port is not available; the vault is closed then, as after any other failure
     */
    public static DocumentService start(
            Vault vault,
            HandleStores stores,
            String folder,
            Implementation implementation,
            DocumentServer.Options options,
            WebSettings web)
            throws IOException {
        try (var opened = new OpenResources()) {
            opened.add(vault::close);
            HandleStore<DocumentSession> handles = newHandleStore(stores, folder);
            opened.add(handles::close);
            HttpLimits limits = HttpLimits.builder()
                    .maxRunningPerCaller(MAX_RUNNING_PER_CALLER)
                    .build();
            StoredSessions sessions = StoredSessions.open(
                    stores, "documents/" + folder, limits.sessionIdleTimeout(), limits.maxSessions());
            opened.add(sessions::close);
            var metrics = new ServiceMetrics();
            opened.add(metrics::close);
            Gauge.builder("mooring.sessions", handles, HandleStore::count)
                    .description("Open sessions of document readers")
                    .register(metrics.registry());
            McpServer server = DocumentServer.of(implementation, vault, handles, options, metrics::called);
            var access = new ServiceAccess(web, name(vault.root()), ACCESS_DESCRIPTIONS);
            HttpEndpoint.Builder endpoint = HttpEndpoint.builder(server, WebAddress.PATH)
                    .access(web.access())
                    .toolScope(DocumentService::scopeOf)
                    .limits(limits)
                    .sessions(sessions);
            access.endpoint(WebAddress.PATH).ifPresent(endpoint::authenticator);
            HttpEndpoint built = endpoint.build();
            metrics.watch(built);
            var review = new Review(vault, InstantSource.system());
            opened.add(review::close);
            boolean byName = web.pageAccess(Role.REVIEW).isPresent();
            var pages = new ReviewPages(review, name(vault.root()), InstantSource.system(), byName);
            Optional<SignInCodes> codes =
                    byName ? Optional.empty() : Optional.of(SignInCodes.begin(web.state(), vault.root()));
            codes.ifPresent(each -> opened.add(each::close));
            HttpServer.Builder builder = HttpServer.builder().endpoint(built);
            access.addTo(builder);
            builder.web(new StatusPages(metrics, access.bearers(), web.access()))
                    .web(access.guard(
                            Role.REVIEW, () -> new PageAccess.ByCode(codes.orElseThrow(), REVIEW_COMMAND), pages));
            HttpServer http = web.listen(builder);
            opened.add(() -> http.stop(STOP_TIMEOUT));
            opened.add(pages::close); // before the server stops, which waits for the streams of the pages
            access.setPort(http.port());
            if (codes.isPresent()) {
                codes.get().announce(reviewAddress(web.address(), http));
            }
            return new DocumentService(http, web.address(), codes, opened.release());
        }
    }

    /** Returns the scope that a caller needs for a document tool. */
    private static String scopeOf(Tool tool) {
        boolean reads =
                tool.definition().path("annotations").path("readOnlyHint").asBoolean(false);
        return (reads ? Role.READ : Role.WRITE).word();
    }

    /**
     * Serves one client over standard input and output until the input ends, and closes the vault and the handles. The
     * user can open a review page meanwhile.
     *
     * @param handles where the sessions are kept
     * @param state the program's state folder
     */
    public static void serveStdio(
            Vault vault,
            HandleStore<DocumentSession> handles,
            Implementation implementation,
            DocumentServer.Options options,
            Path state)
            throws IOException {
        try (vault;
                handles;
                var metrics = new ServiceMetrics();
                @Nullable ReviewPageOnDemand _ = ReviewPageOnDemand.offer(vault, state)) {
            McpServer server = DocumentServer.of(implementation, vault, handles, options, metrics::called);
            StdioServer.builder(server).build().serveThisProcess();
        }
    }

    /**
     * Opens the store for the sessions of one folder. At its limits the store evicts the idlest session, so that no
     * caller is locked out.
     *
     * @param folder the id of the folder, which separates its sessions from those of others in the same database
     */
    public static HandleStore<DocumentSession> newHandleStore(HandleStores stores, String folder) {
        return stores.open(
                "documents/" + folder,
                new DocumentSessionCodec(),
                HandleStoreOptions.<DocumentSession>of(HandleLimits.DEFAULT).evictingIdlest());
    }

    static String name(Path folder) {
        Path last = folder.getFileName();
        return last == null ? "documents" : last.toString();
    }

    /** Returns the URL of the MCP endpoint. */
    public String address() {
        return address.endpoint(http.port());
    }

    /** Returns the URL of the review page. */
    public String reviewAddress() {
        return reviewAddress(address, http);
    }

    private static String reviewAddress(WebAddress address, HttpServer http) {
        return address.base(http.port()) + "/";
    }

    /** Returns a link to the review page that signs in once; without a code if people sign in by name. */
    public String reviewLink() throws IOException {
        return codes.isPresent() ? codes.get().newLink() : reviewAddress();
    }

    /** Returns the port that the service listens on, which may differ from that of the public URL. */
    int port() {
        return http.port();
    }

    /** Stops accepting requests, waits a few seconds for those in flight, and closes the vault. */
    @Override
    public void close() throws IOException {
        resources.close();
    }
}
