package dev.mooring.app.documents;

import dev.mooring.app.review.ReviewPages;
import dev.mooring.app.web.PageGuard;
import dev.mooring.app.web.ServiceMetrics;
import dev.mooring.app.web.StatusPages;
import dev.mooring.app.web.TokenAuthenticator;
import dev.mooring.app.web.Tokens;
import dev.mooring.app.web.WebAddress;
import dev.mooring.handle.HandleLimits;
import dev.mooring.handle.HandleStoreOptions;
import dev.mooring.handle.InMemoryHandleStore;
import dev.mooring.mcp.Implementation;
import dev.mooring.mcp.server.McpServer;
import dev.mooring.mcp.server.http.HttpEndpoint;
import dev.mooring.mcp.server.http.HttpServer;
import dev.mooring.mcp.server.stdio.StdioServer;
import dev.mooring.vault.Vault;
import dev.mooring.vault.review.Review;
import dev.mooring.vault.server.DocumentServer;
import dev.mooring.vault.server.DocumentSession;
import io.micrometer.core.instrument.Gauge;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;

/** The HTTP service of {@code mooring serve}: the MCP endpoint and the review pages of one vault. */
public final class DocumentService implements AutoCloseable {
    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(5);

    private final Vault vault;
    private final ServiceMetrics metrics;
    private final Review review;
    private final ReviewPages pages;
    private final HttpServer http;
    private final WebAddress address;

    private DocumentService(
            Vault vault,
            ServiceMetrics metrics,
            Review review,
            ReviewPages pages,
            HttpServer http,
            WebAddress address) {
        this.vault = vault;
        this.metrics = metrics;
        this.review = review;
        this.pages = pages;
        this.http = http;
        this.address = address;
    }

    /**
     * Opens the folder, without its hidden documents, and serves it. The caller closes the service.
     *
     * @throws IOException if the folder cannot be opened, or the port is not available
     */
    public static DocumentService start(
            Path folder,
            Implementation implementation,
            DocumentServer.Options options,
            WebAddress address,
            Optional<Tokens> tokens)
            throws IOException {
        return start(Vault.open(folder, false), implementation, options, address, tokens);
    }

    /**
     * Serves a vault. The caller closes the service, which closes the vault.
     *
     * @throws IOException if the port is not available; the vault is closed then
     */
    public static DocumentService start(
            Vault vault,
            Implementation implementation,
            DocumentServer.Options options,
            WebAddress address,
            Optional<Tokens> tokens)
            throws IOException {
        var metrics = new ServiceMetrics();
        try {
            InMemoryHandleStore<DocumentSession> handles = newHandleStore();
            Gauge.builder("mooring.handles", handles, InMemoryHandleStore::count)
                    .description("Open sessions of document readers")
                    .register(metrics.registry());
            McpServer server = DocumentServer.of(implementation, vault, handles, options, metrics::called);
            Optional<TokenAuthenticator> authenticator = tokens.map(TokenAuthenticator::new);
            HttpEndpoint.Builder endpoint =
                    HttpEndpoint.builder(server, WebAddress.PATH).access(address.access());
            authenticator.ifPresent(endpoint::authenticator);
            HttpEndpoint built = endpoint.build();
            metrics.watch(built);
            var review = new Review(vault, InstantSource.system());
            var pages = new ReviewPages(review, name(vault.root()), InstantSource.system(), tokens.isPresent());
            HttpServer http = address.listen(HttpServer.builder()
                    .endpoint(built)
                    .handler(new StatusPages(metrics, authenticator, address.access()))
                    .handler(new PageGuard(address, tokens, pages)));
            return new DocumentService(vault, metrics, review, pages, http, address);
        } catch (IOException e) {
            metrics.close();
            vault.close();
            throw e;
        }
    }

    /** Serves one client over standard input and output until the input ends, and closes the vault. */
    public static void serveStdio(Vault vault, Implementation implementation, DocumentServer.Options options)
            throws IOException {
        try (vault;
                var metrics = new ServiceMetrics()) {
            McpServer server = DocumentServer.of(implementation, vault, newHandleStore(), options, metrics::called);
            StdioServer.builder(server).build().serveThisProcess();
        }
    }

    private static InMemoryHandleStore<DocumentSession> newHandleStore() {
        return new InMemoryHandleStore<>(
                HandleStoreOptions.<DocumentSession>of(HandleLimits.DEFAULT).evictingIdlest());
    }

    private static String name(Path folder) {
        Path last = folder.getFileName();
        return last == null ? "documents" : last.toString();
    }

    /** Returns the URL of the MCP endpoint. */
    public String address() {
        return address.endpoint(http.port());
    }

    /** Returns the URL of the review page. */
    public String reviewAddress() {
        return address.base(http.port()) + "/";
    }

    /** Returns the port that the service listens on, which may differ from that of the public URL. */
    int port() {
        return http.port();
    }

    /** Stops accepting requests, waits a few seconds for those in flight, and closes the vault. */
    @Override
    public void close() throws IOException {
        try (vault;
                metrics;
                review) {
            pages.close();
            http.stop(STOP_TIMEOUT);
        }
    }
}
