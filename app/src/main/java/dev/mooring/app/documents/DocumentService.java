package dev.mooring.app.documents;

import dev.mooring.app.review.ReviewPages;
import dev.mooring.app.web.PageGuard;
import dev.mooring.app.web.ServiceMetrics;
import dev.mooring.app.web.StatusPages;
import dev.mooring.app.web.TokenAuthenticator;
import dev.mooring.app.web.Tokens;
import dev.mooring.app.web.WebAddress;
import dev.mooring.handle.HandleLimits;
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

/** A vault that is being served over HTTP. */
public final class DocumentService implements AutoCloseable {
    private static final Duration STOP_PATIENCE = Duration.ofSeconds(5);

    private final Vault vault;
    private final ServiceMetrics metrics;
    private final Review review;
    private final ReviewPages pages;
    private final HttpServer http;
    private final WebAddress where;

    private DocumentService(
            Vault vault, ServiceMetrics metrics, Review review, ReviewPages pages, HttpServer http, WebAddress where) {
        this.vault = vault;
        this.metrics = metrics;
        this.review = review;
        this.pages = pages;
        this.http = http;
        this.where = where;
    }

    /**
     * Opens the folder, without what is hidden in it, and serves it.
     *
     * @throws IOException if the folder cannot be opened, or the port not be had
     */
    public static DocumentService start(
            Path folder,
            Implementation implementation,
            DocumentServer.Options manner,
            WebAddress where,
            Optional<Tokens> tokens)
            throws IOException {
        return start(Vault.open(folder, false), implementation, manner, where, tokens);
    }

    /**
     * Serves a vault, and closes it at the end.
     *
     * @throws IOException if the port cannot be had; the vault is closed then
     */
    public static DocumentService start(
            Vault vault,
            Implementation implementation,
            DocumentServer.Options manner,
            WebAddress where,
            Optional<Tokens> tokens)
            throws IOException {
        var metrics = new ServiceMetrics();
        try {
            InMemoryHandleStore<DocumentSession> handles = store();
            Gauge.builder("mooring.handles", handles, InMemoryHandleStore::count)
                    .description("Sessions of readers that are open")
                    .register(metrics.registry());
            McpServer server = DocumentServer.of(implementation, vault, handles, manner, metrics::called);
            Optional<TokenAuthenticator> authenticator = tokens.map(TokenAuthenticator::new);
            HttpEndpoint.Builder endpoint =
                    HttpEndpoint.builder(server, WebAddress.PATH).access(where.access());
            authenticator.ifPresent(endpoint::authenticator);
            HttpEndpoint built = endpoint.build();
            metrics.watch(built);
            var review = new Review(vault, InstantSource.system());
            var pages = new ReviewPages(review, name(vault.root()), InstantSource.system(), tokens.isPresent());
            HttpServer http = where.listen(HttpServer.builder()
                    .endpoint(built)
                    .handler(new StatusPages(metrics, authenticator, where.access()))
                    .handler(new PageGuard(where, tokens, pages)));
            return new DocumentService(vault, metrics, review, pages, http, where);
        } catch (IOException e) {
            metrics.close();
            vault.close();
            throw e;
        }
    }

    /** Serves one client over this process's own input and output, until the input ends; then closes the vault. */
    public static void overStdio(Vault vault, Implementation implementation, DocumentServer.Options manner)
            throws IOException {
        try (vault;
                var metrics = new ServiceMetrics()) {
            McpServer server = DocumentServer.of(implementation, vault, store(), manner, metrics::called);
            StdioServer.builder(server).build().serveThisProcess();
        }
    }

    private static InMemoryHandleStore<DocumentSession> store() {
        return new InMemoryHandleStore<>(HandleLimits.DEFAULT);
    }

    private static String name(Path folder) {
        Path last = folder.getFileName();
        return last == null ? "documents" : last.toString();
    }

    /** Where clients find it. */
    public String address() {
        return where.endpoint(http.port());
    }

    /** Where people review what clients suggest. */
    public String reviewAddress() {
        return where.base(http.port()) + "/";
    }

    /** The port that it listens on, whatever the address says. */
    int port() {
        return http.port();
    }

    /** Takes no more requests, lets those in flight finish for a few seconds, and ends. */
    @Override
    public void close() throws IOException {
        try (vault;
                metrics;
                review) {
            pages.close();
            http.stop(STOP_PATIENCE);
        }
    }
}
