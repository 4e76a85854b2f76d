package dev.mooring.app.gateway;

import dev.mooring.app.account.ServiceAccess;
import dev.mooring.app.users.Role;
import dev.mooring.app.users.Users;
import dev.mooring.app.web.OpenResources;
import dev.mooring.app.web.PageAccess;
import dev.mooring.app.web.PageUser;
import dev.mooring.app.web.ServiceMetrics;
import dev.mooring.app.web.StatusPages;
import dev.mooring.app.web.WebAddress;
import dev.mooring.app.web.WebSettings;
import dev.mooring.gateway.Gateway;
import dev.mooring.gateway.GatewayOptions;
import dev.mooring.handle.HandleStoreUnavailable;
import dev.mooring.mcp.server.http.HttpLimits;
import dev.mooring.mcp.server.http.HttpServer;
import dev.mooring.mcp.server.http.sessions.SessionStore;
import dev.mooring.session.ToolServer;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A gateway with its HTTP server and page. */
public final class GatewayService implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(GatewayService.class);
    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(5);

    private final Gateway gateway;
    private final ServerSignInPages signInPages;
    private final ServiceMetrics metrics;
    private final HttpServer http;
    private final WebAddress address;
    private final Map<String, String> paths;

    private GatewayService(
            Gateway gateway,
            ServerSignInPages signInPages,
            ServiceMetrics metrics,
            HttpServer http,
            WebAddress address,
            Map<String, String> paths) {
        this.gateway = gateway;
        this.signInPages = signInPages;
        this.metrics = metrics;
        this.http = http;
        this.address = address;
        this.paths = paths;
    }

    /** Opens the store of the transport sessions of one endpoint. */
    @FunctionalInterface
    public interface TransportSessions {
        SessionStore open(String path, HttpLimits limits);
    }

    /**
     * Starts serving each server at its own path, and all servers together. Opens no upstream session yet.
     *
     * @param signIns the credentials for the servers
     * @param advertised the URL at which other replicas reach this one; empty for the address that it listens on
     * @throws IOException if the port is in use, or the gateway cannot join its cluster
     */
    public static GatewayService start(
            Collection<ToolServer> servers,
            GatewayOptions options,
            WebSettings web,
            TransportSessions sessions,
            PersonalSignIns signIns,
            Optional<String> advertised)
            throws IOException {
        web.login().ifPresent(login -> removeTokensOfRemovedPeople(signIns, login.users()));
        // With an external issuer, the pages cannot identify the person who opens them.
        signIns.setHasPages(web.issuer().isEmpty());
        try (var opened = new OpenResources()) {
            var metrics = new ServiceMetrics();
            opened.add(metrics::close);
            var callMetrics = new GatewayMetrics(metrics);
            var statistics = new ServerStatistics();
            Gateway gateway = Gateway.of(
                    servers,
                    options.toBuilder()
                            .credentials(signIns)
                            .callListener(callMetrics)
                            .callListener(statistics)
                            .metrics(metrics.registry())
                            .build());
            opened.add(gateway::close);
            callMetrics.watch(gateway);
            var access = new ServiceAccess(web, "Mooring gateway", accessInWords(gateway.servers()));
            Map<String, String> paths = GatewayEndpoints.paths(gateway.servers());
            HttpServer.Builder http = HttpServer.builder();
            new GatewayEndpoints(gateway, web, sessions, access, metrics).addTo(http, paths);
            gateway.forwarding().ifPresent(http::web);
            access.addTo(http);
            http.web(new StatusPages(metrics, access.bearers(), web.access()));
            boolean canSignOut = web.pageAccess(Role.ADMIN).isPresent();
            var pages = new GatewayPages(gateway, paths, statistics, InstantSource.system(), canSignOut, web);
            ServerSignInPages signInPages = signInPages(servers, signIns, gateway, web, pages);
            opened.add(signInPages::close);
            http.web(access.guard(Role.ADMIN, () -> adminAccess(web), signInPages, pages));
            HttpServer listening = web.listen(http);
            opened.add(() -> listening.stop(Duration.ZERO));
            access.setPort(listening.port());
            String base = web.address().base(listening.port());
            pages.setBase(base);
            signIns.setBase(base);
            var service = new GatewayService(gateway, signInPages, metrics, listening, web.address(), paths);
            service.join(advertised);
            opened.release();
            return service;
        }
    }

    private static ServerSignInPages signInPages(
            Collection<ToolServer> servers,
            PersonalSignIns signIns,
            Gateway gateway,
            WebSettings web,
            GatewayPages pages) {
        List<ToolServer> personal = servers.stream().filter(signIns::isPersonal).toList();
        return new ServerSignInPages(
                personal, signIns, gateway, user -> principalOf(user, web, pages.base()), InstantSource.system());
    }

    /** Returns who may open the page if nobody signs in by name. */
    private static PageAccess adminAccess(WebSettings web) {
        return web.issuer().isPresent() ? new PageAccess.ByBearer(Role.ADMIN) : PageAccess.OPEN;
    }

    private void join(Optional<String> advertised) throws IOException {
        try {
            gateway.join(advertised.orElseGet(() -> address.direct(http.port())));
        } catch (HandleStoreUnavailable e) {
            throw new IOException("Cannot join the cluster. " + e.getMessage(), e);
        }
    }

    /**
     * Deletes, on another thread, the tokens of people who are no longer in the users file. {@code mooring user remove} has
     * not deleted them if it ran as another user or on another machine.
     */
    private static void removeTokensOfRemovedPeople(PersonalSignIns signIns, Users users) {
        Thread.ofVirtual().name("removed-people").start(() -> {
            try {
                signIns.tokens().removeUnknown(principal -> {
                    int space = principal.lastIndexOf(' ');
                    return space < 0
                            || users.find(principal.substring(space + 1)).isPresent();
                });
            } catch (IOException e) {
                LOG.warn("Cannot delete the tokens of removed people: {}", e.toString());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
    }

    /**
     * Returns the principal as which a person calls the gateway; null if callers are anonymous. An access token names its issuer
     * and the person, and a token of the token file its own name.
     */
    private static @Nullable String principalOf(PageUser user, WebSettings web, String base) {
        if (!user.subject().isEmpty()) {
            return base + " " + user.subject();
        }
        return web.login().isPresent() || web.tokens().isPresent() ? user.name() : null;
    }

    private static Map<Role, String> accessInWords(Set<String> servers) {
        String all = String.join(", ", servers);
        return Map.of(
                Role.READ,
                "Call tools that only read, of: " + all,
                Role.WRITE,
                "Call all tools of: " + all,
                Role.REVIEW,
                "Review suggestions",
                Role.ADMIN,
                "See and end all sessions");
    }

    /** Returns the URL of the endpoint that serves all servers together. */
    public String address() {
        return address.endpoint(http.port());
    }

    /** Returns the URL of each server's own endpoint, by server name. */
    public Map<String, String> addresses() {
        Map<String, String> addresses = new LinkedHashMap<>();
        paths.forEach((name, path) -> addresses.put(name, address.base(http.port()) + path));
        return addresses;
    }

    /** Returns the URL of the page for people. */
    public String page() {
        return address.base(http.port()) + "/";
    }

    /** Returns the listening port, which may differ from the port in the public URL. */
    int port() {
        return http.port();
    }

    /** Drains the service within a few seconds; see {@link #drain}. */
    @Override
    public void close() throws IOException {
        drain(STOP_TIMEOUT);
    }

    /**
     * Stops accepting requests, waits for those in flight, and closes the gateway. Sessions with remote servers stay open for
     * the next process, or for another replica, if the gateway's store is durable.
     */
    public void drain(Duration timeout) throws IOException {
        try (metrics;
                gateway) {
            gateway.drain(timeout);
            http.stop(timeout);
            signInPages.close();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
