package dev.mooring.app.gateway;

import dev.mooring.app.web.Html;
import dev.mooring.app.web.PageVisitor;
import dev.mooring.gateway.GatewayStatus;
import dev.mooring.gateway.GatewayStatus.OpenSession;
import dev.mooring.gateway.GatewayStatus.ServerStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** How the state of a gateway looks at one moment. */
final class StatusHtml {
    private final Map<String, String> paths;
    private final Instant now;

    StatusHtml(Map<String, String> paths, Instant now) {
        this.paths = paths;
        this.now = now;
    }

    Html whole(GatewayStatus status, PageVisitor visitor, boolean asksForTokens) {
        var html = new Html().raw("""
                <!doctype html>
                <html lang="en">
                <head>
                <meta charset="utf-8">
                <meta name="viewport" content="width=device-width, initial-scale=1">
                <meta name="color-scheme" content="light dark">
                <meta name="form-token\"""").attribute("content", visitor.formToken()).raw("""
                >
                <title>Mooring gateway</title>
                <link rel="icon" href="/assets/mooring.svg">
                <link rel="stylesheet" href="/assets/mooring.css">
                <link rel="stylesheet" href="/assets/gateway.css">
                <script type="module" src="/assets/gateway.js"></script>
                </head>
                <body class="gateway">
                <header>
                <img src="/assets/mooring.svg" alt="" width="28" height="28">
                <h1>Mooring gateway</h1>
                """);
        if (asksForTokens) {
            html.raw("<p class=\"who\">").text(visitor.name()).raw(" <button id=\"sign-out\">Sign out</button></p>\n");
        }
        return html.raw("</header>\n<p id=\"news\" role=\"status\"></p>\n<main id=\"live\">\n")
                .add(live(status))
                .raw("</main>\n</body>\n</html>\n");
    }

    /** What changes while somebody looks. */
    Html live(GatewayStatus status) {
        return servers(status.servers()).add(handles(status.sessions()));
    }

    private Html servers(List<ServerStatus> servers) {
        var html = new Html().raw("""
                <section aria-labelledby="servers">
                <h2 id="servers">Servers</h2>
                <div class="sheet"><table>
                <thead><tr><th>Name</th><th>Address</th><th class="behind">Behind it</th><th>State</th></tr></thead>
                <tbody>
                """);
        for (ServerStatus server : servers) {
            html.raw("<tr><td>").text(server.name()).raw("</td><td><code>");
            html.text(paths.getOrDefault(server.name(), "")).raw("</code></td><td class=\"behind\"");
            html.attribute("title", server.location())
                    .raw("><code>")
                    .text(server.location())
                    .raw("</code></td><td class=\"state\">")
                    .add(state(server))
                    .raw("</td></tr>\n");
        }
        return html.raw(
                "</tbody></table></div>\n<p class=\"soft\">All together at <code>/mcp</code>.</p>\n</section>\n");
    }

    private static Html state(ServerStatus server) {
        return switch (server.health()) {
            case UNKNOWN -> new Html().raw("<span class=\"badge\">idle</span> ").text(server.detail());
            case FAILING ->
                new Html().raw("<span class=\"badge bad\">failing</span> ").text(server.detail());
            case READY ->
                new Html()
                        .raw("<span class=\"badge good\">ready</span> ")
                        .text(server.detail() + remarks(server.remarks()));
        };
    }

    private static String remarks(List<String> remarks) {
        return remarks.stream().map(remark -> "; " + remark).collect(Collectors.joining());
    }

    private Html handles(List<OpenSession> handles) {
        var html = new Html().raw("<section aria-labelledby=\"handles\">\n<h2 id=\"handles\">Open handles</h2>\n");
        if (handles.isEmpty()) {
            return html.raw(
                    "<p class=\"sheet empty\">None. One is given out with the first call of a tool.</p>\n</section>\n");
        }
        html.raw("""
                <div class="sheet"><table>
                <thead><tr><th>Handle</th><th>Servers</th><th>Caller</th><th class="number">Age</th>\
                <th class="number">Last use</th><th class="number">Calls</th><th class="number">Errors</th>\
                <th></th></tr></thead>
                <tbody>
                """);
        handles.forEach(handle -> html.add(row(handle)));
        return html.raw("</tbody></table></div>\n</section>\n");
    }

    private Html row(OpenSession handle) {
        return new Html()
                .raw("<tr><td><code>")
                .text(handle.shortId())
                .raw("</code></td><td>")
                .text(String.join(", ", new TreeSet<>(handle.servers())))
                .raw("</td><td>")
                .text(handle.caller())
                .raw("</td>")
                .add(number("Age", inWords(Duration.between(handle.opened(), now))))
                .add(number("Last use", inWords(Duration.between(handle.lastUsed(), now)) + " ago"))
                .add(number("Calls", String.valueOf(handle.calls())))
                .add(number("Errors", String.valueOf(handle.errors())))
                .raw("<td class=\"number end\"><button data-end=\"" + handle.number() + "\"")
                .attribute("aria-label", "End " + handle.shortId())
                .raw(">End</button></td></tr>\n");
    }

    /** A small screen shows no heads of columns, so each cell has its label. */
    private static Html number(String label, String value) {
        return new Html()
                .raw("<td class=\"number\"")
                .attribute("data-label", label)
                .raw(">")
                .text(value)
                .raw("</td>");
    }

    private static String inWords(Duration time) {
        long seconds = Math.max(0, time.toSeconds());
        return seconds < 60 ? seconds + " s" : seconds < 3600 ? seconds / 60 + " min" : seconds / 3600 + " h";
    }
}
