package dev.mooring.app.gateway;

import dev.mooring.app.web.PageGuard;
import dev.mooring.app.web.PageResponse;
import dev.mooring.app.web.PageUser;
import dev.mooring.gateway.Gateway;
import dev.mooring.mcp.Json;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** Serves the page that shows the gateway's servers and open sessions, and ends sessions. */
final class GatewayPages implements PageGuard.Pages {
    private static final String END = "/gateway/end/";

    private final Gateway gateway;
    private final Map<String, String> paths;
    private final InstantSource clock;
    private final boolean hasTokens;

    /**
     * @param paths the path of each server's endpoint, by server name
     * @param hasTokens whether people sign in, and so can sign out
     */
    GatewayPages(Gateway gateway, Map<String, String> paths, InstantSource clock, boolean hasTokens) {
        this.gateway = gateway;
        this.paths = paths;
        this.clock = clock;
        this.hasTokens = hasTokens;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback, PageUser user) {
        String path = Request.getPathInContext(request);
        if (request.getMethod().equals("POST") && path.startsWith(END)) {
            end(path.substring(END.length()), response, callback);
            return true;
        }
        if (!request.getMethod().equals("GET") || !(path.equals("/") || path.equals("/gateway/status"))) {
            return false;
        }
        var page = new StatusHtml(paths, clock.instant());
        PageResponse.html(
                response,
                callback,
                HttpStatus.OK_200,
                path.equals("/")
                        ? page.page(gateway.status(Optional.empty()), user, hasTokens)
                        : page.tables(gateway.status(Optional.empty())));
        return true;
    }

    private void end(String number, Response response, Callback callback) {
        if (number.matches("\\d{1,18}") && gateway.endSession(Long.parseLong(number), Optional.empty())) {
            PageResponse.json(
                    response, callback, HttpStatus.OK_200, Json.object().put("ended", true));
        } else {
            PageResponse.problem(response, callback, HttpStatus.NOT_FOUND_404, "This session has already ended.");
        }
    }
}
