package dev.mooring.app.gateway;

import dev.mooring.app.account.ServiceAccess;
import dev.mooring.app.gateway.GatewayService.TransportSessions;
import dev.mooring.app.users.Role;
import dev.mooring.app.web.ServiceMetrics;
import dev.mooring.app.web.WebAddress;
import dev.mooring.app.web.WebSettings;
import dev.mooring.gateway.Gateway;
import dev.mooring.gateway.ToolScopes;
import dev.mooring.mcp.server.McpServer;
import dev.mooring.mcp.server.Tool;
import dev.mooring.mcp.server.http.Authenticator;
import dev.mooring.mcp.server.http.HttpEndpoint;
import dev.mooring.mcp.server.http.HttpLimits;
import dev.mooring.mcp.server.http.HttpServer;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * The HTTP endpoints of a gateway: one for each server and one for all servers together. Each is also at a second path with
 * full discovery, for clients that speak only the modern era.
 */
final class GatewayEndpoints {
    private static final String MODERN = "/modern";

    private final Gateway gateway;
    private final WebSettings web;
    private final TransportSessions sessions;
    private final ServiceAccess access;
    private final ServiceMetrics metrics;
    private final HttpLimits limits;

    GatewayEndpoints(
            Gateway gateway,
            WebSettings web,
            TransportSessions sessions,
            ServiceAccess access,
            ServiceMetrics metrics) {
        this.gateway = gateway;
        this.web = web;
        this.sessions = sessions;
        this.access = access;
        this.metrics = metrics;
        this.limits =
                HttpLimits.builder().sessionIdleTimeout(gateway.transportIdle()).build();
    }

    /** Returns a unique path for each server: its name with characters that need encoding replaced. */
    static Map<String, String> paths(Set<String> names) {
        Map<String, String> paths = new LinkedHashMap<>();
        Set<String> taken = new HashSet<>(Set.of(MODERN.substring(1)));
        for (String name : names) {
            String plain = name.replaceAll("[^A-Za-z0-9_-]+", "-");
            String path = plain;
            for (int i = 2; !taken.add(path); i++) {
                path = plain + "-" + i;
            }
            paths.put(name, "/" + path + WebAddress.PATH);
        }
        return paths;
    }

    /** Adds all endpoints to an HTTP server. */
    void addTo(HttpServer.Builder http, Map<String, String> paths) {
        Optional<Authenticator> combined = access.endpoint(WebAddress.PATH); // first: the main endpoint
        paths.forEach((name, path) -> {
            McpServer server = gateway.server(name);
            http.endpoint(create(server, path, access.endpoint(path), () -> gateway.prefersLegacy(name)));
            http.endpoint(create(server, modern(path), access.endpoint(modern(path)), () -> false));
        });
        String modern = modern(WebAddress.PATH);
        http.endpoint(create(gateway.combined(), modern, access.endpoint(modern), () -> false));
        // last: it also matches paths below its own
        http.endpoint(create(gateway.combined(), WebAddress.PATH, combined, gateway::combinedPrefersLegacy));
    }

    private HttpEndpoint create(
            McpServer server, String path, Optional<Authenticator> authenticator, BooleanSupplier prefersLegacy) {
        HttpEndpoint.Builder builder = HttpEndpoint.builder(server, path)
                .access(web.access())
                .limits(limits)
                .sessions(sessions.open(path, limits))
                .prefersLegacy(prefersLegacy)
                .relay(gateway.relay(path))
                .toolScope(GatewayEndpoints::scopeOf);
        authenticator.ifPresent(builder::authenticator);
        HttpEndpoint endpoint = builder.build();
        metrics.watch(endpoint);
        gateway.relayTo(endpoint);
        return endpoint;
    }

    /** Returns the path with full discovery. */
    private static String modern(String path) {
        return path.substring(0, path.length() - WebAddress.PATH.length()) + MODERN + WebAddress.PATH;
    }

    private static String scopeOf(Tool tool) {
        return switch (ToolScopes.of(tool)) {
            case READ -> Role.READ.word();
            case WRITE -> Role.WRITE.word();
        };
    }
}
