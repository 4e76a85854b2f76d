package dev.mooring.mcp.server.http;

import dev.mooring.mcp.server.http.engine.RequestObserver;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.function.Consumer;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;

/** Determines the address of the client of a request, and logs the request when its response is complete. */
final class AccessLogging implements RequestObserver {
    private final Set<String> trustedProxies;
    private final Consumer<? super AccessLogEntry> log;

    AccessLogging(Set<String> trustedProxies, Consumer<? super AccessLogEntry> log) {
        this.trustedProxies = trustedProxies;
        this.log = log;
    }

    @Override
    public void onStart(Request request) {
        RequestInfo.determineAddress(request, trustedProxies);
    }

    @Override
    public boolean isAccepted(Request request) {
        return RequestInfo.isAccepted(request);
    }

    @Override
    public void onEnd(Request request, Response response) {
        log.accept(new AccessLogEntry(
                Instant.ofEpochMilli(Request.getTimeStamp(request)),
                RequestInfo.clientAddress(request),
                RequestInfo.principal(request),
                request.getMethod(),
                path(request, response.getStatus()),
                response.getStatus(),
                Response.getContentBytesWritten(response),
                Duration.ofNanos(System.nanoTime() - request.getBeginNanoTime())));
    }

    /** Returns the path, unless it could be a mistyped address with a token. */
    private static String path(Request request, int status) {
        String known = RequestInfo.loggedPath(request);
        if (known != null) {
            return known;
        }
        boolean isServed = RequestInfo.isAccepted(request) || status == HttpStatus.OK_200;
        return isServed && status != HttpStatus.NOT_FOUND_404 ? Request.getPathInContext(request) : "";
    }
}
