package dev.mooring.app.gateway;

import dev.mooring.app.web.Html;
import dev.mooring.app.web.PageUser;
import dev.mooring.gateway.GatewayStatus;
import dev.mooring.gateway.GatewayStatus.OpenSession;
import dev.mooring.gateway.GatewayStatus.ServerStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Renders the gateway's status as HTML. */
final class StatusHtml {
    private final Map<String, String> paths;
    private final Instant now;

    StatusHtml(Map<String, String> paths, Instant now) {
        this.paths = paths;
        this.now = now;
    }

    /** The complete page. */
    Html page(GatewayStatus status, PageUser user, boolean hasTokens) {
        var html = new Html().raw("""
                <!doctype html>
                <html lang="en">
                <head>
                <meta charset="utf-8">
                <meta name="viewport" content="width=device-width, initial-scale=1">
                <meta name="color-scheme" content="light dark">
                <meta name="form-token\"""").attribute("content", user.formToken()).raw("""
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
        if (hasTokens) {
            html.raw("<p class=\"who\">").text(user.name()).raw(" <button id=\"sign-out\">Sign out</button></p>\n");
        }
        return html.raw("</header>\n<p id=\"notice\" role=\"status\"></p>\n<main id=\"live\">\n")
                .add(tables(status))
                .raw("</main>\n</body>\n</html>\n");
    }

    /** The tables, which the page's script refreshes. */
    Html tables(GatewayStatus status) {
        return servers(status.servers()).add(sessions(status.sessions()));
    }

    private Html servers(List<ServerStatus> servers) {
        var html = new Html().raw("""
                <section aria-labelledby="servers">
                <h2 id="servers">Servers</h2>
                <div class="sheet"><table>
                <thead><tr><th>Name</th><th>Address</th><th class="location">Server</th><th>State</th></tr></thead>
                <tbody>
                """);
        for (ServerStatus server : servers) {
            html.raw("<tr><td>").text(server.name()).raw("</td><td><code>");
            html.text(paths.getOrDefault(server.name(), "")).raw("</code></td><td class=\"location\"");
            html.attribute("title", server.location())
                    .raw("><code>")
                    .text(server.location())
                    .raw("</code></td><td class=\"state\">")
                    .add(state(server))
                    .raw("</td></tr>\n");
        }
        return html.raw(
                "</tbody></table></div>\n<p class=\"soft\">All servers together: <code>/mcp</code></p>\n</section>\n");
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

    private Html sessions(List<OpenSession> sessions) {
        var html = new Html().raw("<section aria-labelledby=\"sessions\">\n<h2 id=\"sessions\">Open sessions</h2>\n");
        if (sessions.isEmpty()) {
            return html.raw(
                    "<p class=\"sheet empty\">None. The first tool call of a client opens one.</p>\n</section>\n");
        }
        html.raw("""
                <div class="sheet"><table>
                <thead><tr><th>Session</th><th>Servers</th><th>Caller</th><th class="number">Age</th>\
                <th class="number">Last use</th><th class="number">Calls</th><th class="number">Errors</th>\
                <th></th></tr></thead>
                <tbody>
                """);
        sessions.forEach(session -> html.add(row(session)));
        return html.raw("</tbody></table></div>\n</section>\n");
    }

    private Html row(OpenSession session) {
        return new Html()
                .raw("<tr><td><code>")
                .text(session.shortId())
                .raw("</code></td><td>")
                .text(String.join(", ", new TreeSet<>(session.servers())))
                .raw("</td><td>")
                .text(session.caller())
                .raw("</td>")
                .add(number("Age", inWords(Duration.between(session.opened(), now))))
                .add(number("Last use", inWords(Duration.between(session.lastUsed(), now)) + " ago"))
                .add(number("Calls", String.valueOf(session.calls())))
                .add(number("Errors", String.valueOf(session.errors())))
                .raw("<td class=\"number end\"><button data-end=\"" + session.number() + "\"")
                .attribute("aria-label", "End session " + session.shortId())
                .raw(">End</button></td></tr>\n");
    }

    /** A cell with its own label, because small screens show no column headings. */
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
