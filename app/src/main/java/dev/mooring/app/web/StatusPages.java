package dev.mooring.app.web;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mooring.app.users.Role;
import dev.mooring.mcp.server.http.AccessRules;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * Serves {@code /health} to everyone and {@code /metrics} to holders of a token with the role admin. Refuses a foreign
 * {@code Host}, as on the MCP endpoint, so that DNS rebinding gives no web page access.
 */
public final class StatusPages extends Handler.Abstract.NonBlocking {
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
    public boolean handle(Request request, Response response, Callback callback) {
        String method = request.getMethod();
        if (!method.equals("GET") && !method.equals("HEAD")) {
            return false;
        }
        String path = Request.getPathInContext(request);
        boolean isStatus = path.equals("/health") || path.equals("/metrics");
        if (isStatus && !access.allowsHost(request.getHeaders().get(HttpHeader.HOST))) {
            Response.writeError(request, response, callback, HttpStatus.FORBIDDEN_403);
            return true;
        }
        switch (path) {
            case "/health" -> {
                if (heapIsNearlyFull.getAsBoolean()) {
                    response.getHeaders().put(HttpHeader.RETRY_AFTER, 1);
                    send(
                            response,
                            callback,
                            HttpStatus.SERVICE_UNAVAILABLE_503,
                            "application/json",
                            "{\"status\":\"out of memory\"}\n");
                } else {
                    send(response, callback, HttpStatus.OK_200, "application/json", "{\"status\":\"ok\"}\n");
                }
            }
            case "/metrics" -> {
                if (bearers.isEmpty()) {
                    sendMetrics(response, callback);
                } else {
                    Optional<BearerRoles.Holder> holder =
                            bearers.get().find(request.getHeaders().get(HttpHeader.AUTHORIZATION));
                    if (holder.isEmpty()) {
                        response.getHeaders().put(HttpHeader.WWW_AUTHENTICATE, "Bearer realm=\"mooring\"");
                        Response.writeError(request, response, callback, HttpStatus.UNAUTHORIZED_401);
                    } else if (!holder.get().roles().contains(Role.ADMIN)) {
                        Response.writeError(request, response, callback, HttpStatus.FORBIDDEN_403);
                    } else {
                        sendMetrics(response, callback);
                    }
                }
            }
            default -> {
                return false;
            }
        }
        return true;
    }

    private void sendMetrics(Response response, Callback callback) {
        send(response, callback, HttpStatus.OK_200, "text/plain; version=0.0.4; charset=utf-8", metrics.text());
    }

    private static void send(Response response, Callback callback, int status, String type, String body) {
        response.setStatus(status);
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, type).put(HttpHeader.CACHE_CONTROL, "no-store");
        response.write(true, ByteBuffer.wrap(body.getBytes(UTF_8)), callback);
    }
}
