package dev.mooring.app.web;

import dev.mooring.app.users.Role;
import dev.mooring.mcp.server.http.AccessRules;
import dev.mooring.mcp.server.http.WebHandler;
import dev.mooring.mcp.server.http.WebRequest;
import dev.mooring.mcp.server.http.WebResponse;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Serves {@code /health} to everyone and {@code /metrics} to holders of a token with the role admin. Refuses a foreign
 * {@code Host}, as on the MCP endpoint, so that DNS rebinding gives no web page access.
 */
public final class StatusPages implements WebHandler {
    private final ServiceMetrics metrics;
    private final Optional<BearerRoles> bearers;
    private final AccessRules access;
    private final BooleanSupplier heapIsNearlyFull;

    /** @param bearers checks the token for {@code /metrics}; empty if everyone may read them */
    public StatusPages(ServiceMetrics metrics, Optional<BearerRoles> bearers, AccessRules access) {
        this(metrics, bearers, access, new HeapHealth()::isNearlyFull);
    }

    StatusPages(
            ServiceMetrics metrics,
            Optional<BearerRoles> bearers,
            AccessRules access,
            BooleanSupplier heapIsNearlyFull) {
        this.heapIsNearlyFull = heapIsNearlyFull;
        this.metrics = metrics;
        this.bearers = bearers;
        this.access = access;
    }

    @Override
    public @Nullable WebResponse handle(WebRequest request) {
        boolean isHealth = request.path().equals("/health");
        if (!isHealth && !request.path().equals("/metrics")) {
            return null;
        }
        if (!request.method().equals("GET") && !request.method().equals("HEAD")) {
            return null;
        }
        request.hidePath();
        if (!access.allowsHost(request.header("Host"))) {
            return forbidden();
        }
        return isHealth ? health() : metrics(request);
    }

    private WebResponse health() {
        return heapIsNearlyFull.getAsBoolean()
                ? status(503, "application/json", "{\"status\":\"out of memory\"}\n")
                        .with("Retry-After", "1")
                : status(200, "application/json", "{\"status\":\"ok\"}\n");
    }

    private WebResponse metrics(WebRequest request) {
        if (bearers.isPresent()) {
            Optional<BearerRoles.Holder> holder = bearers.get().find(request.header("Authorization"));
            if (holder.isEmpty()) {
                return WebResponse.error(401, "Unauthorized").with("WWW-Authenticate", "Bearer realm=\"mooring\"");
            }
            if (!holder.get().roles().contains(Role.ADMIN)) {
                return forbidden();
            }
        }
        return status(200, "text/plain; version=0.0.4; charset=utf-8", metrics.text());
    }

    private static WebResponse forbidden() {
        return WebResponse.error(403, "Forbidden");
    }

    private static WebResponse status(int status, String type, String body) {
        return WebResponse.of(status, type, body).with("Cache-Control", "no-store");
    }
}
