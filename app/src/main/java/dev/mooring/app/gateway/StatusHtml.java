package dev.mooring.app.gateway;

import dev.mooring.app.gateway.ServerStatistics.Latency;
import dev.mooring.app.gateway.ServerStatistics.Summary;
import dev.mooring.app.web.Html;
import dev.mooring.app.web.PageUser;
import dev.mooring.app.web.SignOutForm;
import dev.mooring.gateway.CompletedCall.Status;
import dev.mooring.gateway.GatewayStatus;
import dev.mooring.gateway.GatewayStatus.OpenSession;
import dev.mooring.gateway.GatewayStatus.RecentCall;
import dev.mooring.gateway.GatewayStatus.ReplicaStatus;
import dev.mooring.gateway.GatewayStatus.ServerStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Renders the gateway's status as HTML. Each row that the search can hide is a table body of its own. */
final class StatusHtml {
    private final Map<String, String> paths;
    private final Function<String, Summary> statistics;
    private final Instant now;

    /**
     * @param paths the path of each server's endpoint, by server name
     * @param statistics returns the summary of the calls of a server
     */
    StatusHtml(Map<String, String> paths, Function<String, Summary> statistics, Instant now) {
        this.paths = paths;
        this.statistics = statistics;
        this.now = now;
    }

    /**
     * Returns the complete page.
     *
     * @param setup the lines that add the gateway to clients
     */
    Html page(GatewayStatus status, Html setup, PageUser user, boolean canSignOut) {
        Html html = Html.page("Mooring gateway", "gateway.css")
                .raw("<meta name=\"csrf-token\"")
                .attribute("content", user.csrfToken())
                .raw("""
                >
                <script type="module" src="/assets/gateway.js"></script>
                </head>
                <body class="gateway">
                <header>
                <img src="/assets/mooring.svg" alt="" width="28" height="28">
                <h1>Mooring gateway</h1>
                <input id="search" type="search" placeholder="Search servers, tools and sessions" aria-label="Search">
                """);
        html.raw("<p class=\"who\">");
        if (canSignOut) {
            html.text(user.name()).raw(" · ");
        }
        if (!user.subject().isEmpty()) {
            html.raw("<a href=\"/account\">Your connected clients</a> · ");
        }
        html.raw("<a").attribute("href", PersonalSignIns.PATH).raw(">Your servers</a>");
        html.raw("</p>\n");
        if (canSignOut) {
            SignOutForm.addTo(html, user);
        }
        return html.raw("</header>\n<p id=\"notice\" role=\"status\"></p>\n<main>\n<div id=\"live\">\n")
                .add(tables(status))
                .raw("</div>\n")
                .add(setup)
                .raw("""
                </main>
                <dialog id="confirm" aria-labelledby="confirm-title">
                <form method="dialog">
                <h2 id="confirm-title"></h2>
                <p>The servers close everything that belongs to it, such as an open browser or a running program. Its
                client is told with its next call. This cannot be undone.</p>
                <p class="buttons"><button value="cancel" autofocus>Cancel</button> <button value="end" class="danger">End session</button></p>
                </form>
                </dialog>
                </body>
                </html>
                """);
    }

    /** Returns the tables, which the page's script refreshes. */
    Html tables(GatewayStatus status) {
        return servers(status.servers()).add(replicas(status.replicas())).add(sessions(status.sessions()));
    }

    private static Html replicas(List<ReplicaStatus> replicas) {
        if (replicas.isEmpty()) {
            return new Html();
        }
        var html = new Html().raw("""
                <section aria-labelledby="replicas">
                <h2 id="replicas">Replicas</h2>
                <div class="sheet"><table>
                <thead><tr><th>Number</th><th>Address</th><th>State</th></tr></thead>
                """);
        for (ReplicaStatus replica : replicas) {
            String state =
                    replica.isDraining() ? "draining" : replica.isServing() ? "serving" : "no contact with the store";
            html.raw("<tbody data-row><tr><td>")
                    .text(replica.number() + (replica.isSelf() ? " (this one)" : ""))
                    .raw("</td><td><code>")
                    .text(replica.address())
                    .raw("</code></td><td><span class=\"badge " + (state.equals("serving") ? "good" : "bad") + "\">")
                    .text(state)
                    .raw("</span></td></tr></tbody>\n");
        }
        return html.raw(
                "</table></div>\n<p class=\"soft\">The open sessions below are those of this replica.</p>\n</section>\n");
    }

    private Html servers(List<ServerStatus> servers) {
        var html = new Html().raw("""
                <section aria-labelledby="servers">
                <h2 id="servers">Servers</h2>
                <div class="sheet"><table>
                <thead><tr><th>Name</th><th>Address</th><th class="location">Server</th><th>State</th>\
                <th class="number">Calls</th><th class="number">Errors</th><th class="number">p50</th>\
                <th class="number">p95</th></tr></thead>
                """);
        servers.forEach(server -> html.add(row(server)));
        return html.raw(
                "</table></div>\n<p class=\"soft\">All servers together: <code>/mcp</code>. p50 and p95 are how long half"
                        + " and 95 % of the last 1,000 calls took at most.</p>\n</section>\n");
    }

    private Html row(ServerStatus server) {
        Summary summary = statistics.apply(server.name());
        return new Html()
                .raw("<tbody data-row><tr><td>")
                .text(server.name())
                .raw("</td><td><code>")
                .text(paths.getOrDefault(server.name(), ""))
                .raw("</code></td><td class=\"location\"")
                .attribute("title", server.location())
                .raw("><code>")
                .text(server.location())
                .raw("</code></td><td class=\"state\">")
                .add(state(server))
                .raw("</td>")
                .add(number("Calls", String.valueOf(summary.calls())))
                .add(number("Errors", String.valueOf(summary.errors())))
                .add(number(
                        "p50",
                        summary.latency()
                                .map(Latency::p50)
                                .map(StatusHtml::exact)
                                .orElse("–")))
                .add(number(
                        "p95",
                        summary.latency()
                                .map(Latency::p95)
                                .map(StatusHtml::exact)
                                .orElse("–")))
                .raw("</tr></tbody>\n");
    }

    private static Html state(ServerStatus server) {
        return switch (server.health()) {
            case UNKNOWN -> new Html().raw("<span class=\"badge\">idle</span> ").text(server.detail());
            case FAILING ->
                new Html().raw("<span class=\"badge bad\">failing</span> ").text(server.detail());
            case READY ->
                new Html()
                        .raw("<span class=\"badge good\">ready</span> <details")
                        .attribute("data-key", "server " + server.name())
                        .raw("><summary>")
                        .text(server.detail())
                        .raw("</summary><p class=\"names\">")
                        .text(String.join(", ", server.tools()))
                        .raw("</p></details>")
                        .text(remarks(server.remarks()));
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
                <td></td></tr></thead>
                """);
        sessions.forEach(session -> html.add(row(session)));
        return html.raw("</table></div>\n</section>\n");
    }

    private Html row(OpenSession session) {
        return new Html()
                .raw("<tbody data-row><tr><td><code>")
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
                .raw(">End…</button></td></tr>\n")
                .add(lastCalls(session))
                .raw("</tbody>\n");
    }

    private Html lastCalls(OpenSession session) {
        if (session.lastCalls().isEmpty()) {
            return new Html();
        }
        var html = new Html()
                .raw("<tr class=\"calls\"><td colspan=\"8\"><details")
                .attribute("data-key", "session " + session.number())
                .raw("><summary>Last calls</summary><ol>");
        session.lastCalls().forEach(call -> html.add(item(call)));
        return html.raw("</ol></details></td></tr>\n");
    }

    private Html item(RecentCall call) {
        var html = new Html()
                .raw("<li><span class=\"badge " + (call.status() == Status.OK ? "good" : "bad") + "\">")
                .text(call.status().name().toLowerCase(Locale.ROOT))
                .raw("</span> <b>")
                .text(call.tool())
                .raw("</b> <span class=\"soft\">")
                .text(call.server() + ", " + inWords(Duration.between(call.started(), now)) + " ago, took "
                        + exact(call.duration()))
                .raw("</span>");
        call.arguments()
                .ifPresent(arguments -> html.raw(" <code>").text(arguments).raw("</code>"));
        return html.raw("</li>");
    }

    /** Returns a cell with its own label, because small screens show no column headings. */
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

    /** Formats a duration: with one decimal below 10 ms and from 1 s on. */
    private static String exact(Duration time) {
        double millis = time.toNanos() / 1e6;
        return millis < 10
                ? String.format(Locale.ROOT, "%.1f ms", millis)
                : millis < 1000
                        ? String.format(Locale.ROOT, "%.0f ms", millis)
                        : String.format(Locale.ROOT, "%.1f s", millis / 1000);
    }
}
