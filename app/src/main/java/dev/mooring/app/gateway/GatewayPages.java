package dev.mooring.app.gateway;

import dev.mooring.app.web.PageAnswer;
import dev.mooring.app.web.PageGuard;
import dev.mooring.app.web.PageVisitor;
import dev.mooring.gateway.Gateway;
import dev.mooring.mcp.Json;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** The page that shows what is going on in the gateway, and ends what should not go on. */
final class GatewayPages implements PageGuard.Pages {
    private static final String END = "/gateway/end/";

    private final Gateway gateway;
    private final Map<String, String> paths;
    private final InstantSource clock;
    private final boolean asksForTokens;

    /**
     * Pages about a gateway.
     *
     * @param paths where each server is served
     * @param asksForTokens whether people sign in, and so see only what is theirs
     */
    GatewayPages(Gateway gateway, Map<String, String> paths, InstantSource clock, boolean asksForTokens) {
        this.gateway = gateway;
        this.paths = paths;
        this.clock = clock;
        this.asksForTokens = asksForTokens;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback, PageVisitor visitor) {
        String path = Request.getPathInContext(request);
        Optional<String> principal = asksForTokens ? Optional.of(visitor.name()) : Optional.empty();
        if (request.getMethod().equals("POST") && path.startsWith(END)) {
            end(path.substring(END.length()), principal, response, callback);
            return true;
        }
        if (!request.getMethod().equals("GET") || !(path.equals("/") || path.equals("/gateway/status"))) {
            return false;
        }
        var page = new StatusHtml(paths, clock.instant());
        PageAnswer.html(
                response,
                callback,
                HttpStatus.OK_200,
                path.equals("/")
                        ? page.whole(gateway.status(principal), visitor, asksForTokens)
                        : page.live(gateway.status(principal)));
        return true;
    }

    private void end(String number, Optional<String> principal, Response response, Callback callback) {
        if (number.matches("\\d{1,18}") && gateway.endSession(Long.parseLong(number), principal)) {
            PageAnswer.json(response, callback, HttpStatus.OK_200, Json.object().put("ended", true));
        } else {
            PageAnswer.problem(response, callback, HttpStatus.NOT_FOUND_404, "This handle has ended already.");
        }
    }
}
