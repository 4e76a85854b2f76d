package dev.mooring.app.account;

import dev.mooring.app.web.Html;
import dev.mooring.app.web.PageGuard;
import dev.mooring.app.web.PageUser;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;

/** Renders the pages of a person's account. They need no script. */
public final class AccountHtml {
    private static final DateTimeFormatter DAY = DateTimeFormatter.ofPattern("d MMMM yyyy", Locale.ENGLISH);

    private AccountHtml() {}

    /** Returns the start of a page, up to its body. */
    static Html head(String title) {
        return openHead(title).raw("</head>\n");
    }

    /** Returns the start of a page, up to its body, that redirects to another page. */
    public static Html headLeadingTo(String title, String address) {
        return openHead(title).redirect(address).raw("</head>\n");
    }

    private static Html openHead(String title) {
        return Html.page("Mooring: " + title.toLowerCase(Locale.ROOT), "account.css");
    }

    /**
     * A client that a person has allowed to act for them.
     *
     * @param id the id of the grant, which the form sends
     * @param destination the host to which its codes go
     * @param access what the client may do, in words
     */
    record Connection(
            String id, String client, String destination, List<String> access, LocalDate since, LocalDate lastUsed) {}

    /** Returns the page with the clients that a person has connected. */
    static Html connections(List<Connection> connections, PageUser user) {
        Html html = start("Connected clients", user);
        if (connections.isEmpty()) {
            html.raw(
                    "<p class=\"empty\">No client acts for you. To connect one, add this server's address to it.</p>\n");
        } else {
            html.raw(
                            "<p class=\"soft\">These programs act for you. A client whose access you revoke must ask you again.</p>\n")
                    .raw("<ul class=\"connections\">\n");
            connections.forEach(connection -> html.add(item(connection, user)));
            html.raw("</ul>\n");
        }
        return html.raw("</main>\n</body>\n</html>\n");
    }

    /** Returns the start of a page of a person's account, up to its content in {@code main}. */
    public static Html start(String title, PageUser user) {
        var html = head(title).raw("""
            <body class="account">
            <header>
            <a class="brand" href="/"><img src="/assets/mooring.svg" alt="" width="28" height="28"> Mooring</a>
            <p class="who">\
            """).text(user.name()).raw("</p>\n");
        form(html, "/logout", user).raw("<button>Sign out</button></form>\n</header>\n");
        return html.raw("<main>\n<h1>").text(title).raw("</h1>\n");
    }

    private static Html item(Connection connection, PageUser user) {
        var html = new Html().raw("<li>\n<div>\n<h2>").text(connection.client()).raw("</h2>\n<p>");
        html.text(String.join(" · ", connection.access())).raw("</p>\n<p class=\"soft\">");
        html.text(connection.destination() + ", since " + DAY.format(connection.since()) + ", last used "
                        + DAY.format(connection.lastUsed()))
                .raw("</p>\n</div>\n");
        form(html, "/account/revoke", user)
                .raw("<input type=\"hidden\" name=\"id\"")
                .attribute("value", connection.id())
                .raw("><button")
                .attribute("aria-label", "Revoke the access of " + connection.client());
        return html.raw(">Revoke</button></form>\n</li>\n");
    }

    /** Appends the start of a form that changes something. The caller adds its fields and closes it. */
    public static Html form(Html html, String action, PageUser user) {
        return html.raw("<form method=\"post\"")
                .attribute("action", action)
                .raw("><input type=\"hidden\"")
                .attribute("name", PageGuard.CSRF_FIELD)
                .attribute("value", user.csrfToken())
                .raw(">");
    }

    /** Returns a page that explains why something is not possible. */
    static Html problem(String title, String reason) {
        return problem(title, reason, new Html());
    }

    /** Returns a page that explains why something is not possible, with a link to another page. */
    public static Html problem(String title, String reason, String address, String label) {
        return problem(
                title,
                reason,
                new Html()
                        .raw("<p><a")
                        .attribute("href", address)
                        .raw(">")
                        .text(label)
                        .raw("</a></p>\n"));
    }

    private static Html problem(String title, String reason, Html more) {
        return head(title)
                .raw("<body class=\"login\">\n<main>\n<section>\n")
                .raw("<img src=\"/assets/mooring.svg\" alt=\"\" width=\"44\" height=\"44\">\n<h1>")
                .text(title)
                .raw("</h1>\n<p>")
                .text(reason)
                .raw("</p>\n")
                .add(more)
                .raw("</section>\n</main>\n</body>\n</html>\n");
    }

    /** Returns the day of a time. */
    static LocalDate day(java.time.Instant time) {
        return LocalDate.ofInstant(time, ZoneOffset.UTC);
    }
}
