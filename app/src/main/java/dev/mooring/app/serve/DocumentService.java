package dev.mooring.app.serve;

import dev.mooring.handle.HandleLimits;
import dev.mooring.handle.InMemoryHandleStore;
import dev.mooring.mcp.Implementation;
import dev.mooring.mcp.server.McpServer;
import dev.mooring.mcp.server.http.AccessRules;
import dev.mooring.mcp.server.http.HttpEndpoint;
import dev.mooring.mcp.server.http.HttpServer;
import dev.mooring.mcp.server.stdio.StdioServer;
import dev.mooring.vault.Vault;
import dev.mooring.vault.mcp.DocumentServer;
import dev.mooring.vault.tools.DocumentsRead;
import java.io.IOException;
import java.net.BindException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A vault that is being served over HTTP. */
public final class DocumentService implements AutoCloseable {
    private static final Duration STOP_PATIENCE = Duration.ofSeconds(5);

    private final Vault vault;
    private final ServiceMetrics metrics;
    private final HttpServer http;
    private final String address;

    private DocumentService(Vault vault, ServiceMetrics metrics, HttpServer http, String address) {
        this.vault = vault;
        this.metrics = metrics;
        this.http = http;
        this.address = address;
    }

    /**
     * Opens the folder and serves it.
     *
     * @throws IOException if the folder cannot be opened, or the port not be had
     */
    public static DocumentService start(
            Path folder,
            Implementation implementation,
            DocumentServer.Manner manner,
            WebAddress where,
            Optional<Tokens> tokens)
            throws IOException {
        Vault vault = Vault.open(folder, false);
        var metrics = new ServiceMetrics();
        try {
            McpServer server = DocumentServer.of(implementation, vault, store(), manner, metrics);
            Optional<TokenAuthenticator> authenticator = tokens.map(TokenAuthenticator::new);
            HttpEndpoint.Builder endpoint =
                    HttpEndpoint.builder(server, WebAddress.PATH).access(access(where));
            authenticator.ifPresent(endpoint::authenticator);
            HttpEndpoint built = endpoint.build();
            metrics.watch(built);
            HttpServer http = HttpServer.builder()
                    .host(where.host())
                    .port(where.port())
                    .endpoint(built)
                    .handler(new StatusPages(metrics, authenticator))
                    .start();
            return new DocumentService(vault, metrics, http, where.endpoint(http.port()));
        } catch (IOException e) {
            metrics.close();
            vault.close();
            throw isTaken(e)
                    ? new IOException(
                            "port " + where.port() + " of " + where.host()
                                    + " cannot be had, perhaps because another program uses it: choose one with --port",
                            e)
                    : e;
        }
    }

    /** Serves one client over this process's own input and output, until the input ends. */
    public static void overStdio(Path folder, Implementation implementation, DocumentServer.Manner manner)
            throws IOException {
        try (Vault vault = Vault.open(folder, false);
                var metrics = new ServiceMetrics()) {
            McpServer server = DocumentServer.of(implementation, vault, store(), manner, metrics);
            StdioServer.builder(server).build().serveThisProcess();
        }
    }

    private static InMemoryHandleStore<DocumentsRead> store() {
        return new InMemoryHandleStore<>(HandleLimits.DEFAULT);
    }

    private static AccessRules access(WebAddress where) {
        List<String> hosts = new ArrayList<>();
        hosts.add(where.host().contains(":") ? "[" + where.host() + "]" : where.host());
        where.publicUrl().map(URI::getHost).ifPresent(hosts::add);
        return AccessRules.allowing(hosts, where.publicOrigin().stream().toList());
    }

    private static boolean isTaken(IOException failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof BindException) {
                return true;
            }
        }
        return false;
    }

    /** Where clients find it. */
    public String address() {
        return address;
    }

    /** The port that it listens on, whatever the address says. */
    int port() {
        return http.port();
    }

    /** Takes no more requests, lets those in flight finish for a few seconds, and ends. */
    @Override
    public void close() throws IOException {
        try (vault;
                metrics) {
            http.stop(STOP_PATIENCE);
        }
    }
}
