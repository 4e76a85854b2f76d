package dev.mooring.app.gateway;

import dev.mooring.app.account.AccountHtml;
import dev.mooring.app.login.SignInText;
import dev.mooring.app.web.Html;
import dev.mooring.app.web.PageUser;
import dev.mooring.auth.client.SignIn;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Renders the page with a person's sign-ins to upstream servers. It needs no script. */
final class ServerSignInsHtml {
    private ServerSignInsHtml() {}

    /**
     * One server.
     *
     * @param isAsked whether the person was sent here to sign in to this server
     */
    record Row(String server, Optional<SignIn> signIn, boolean isAsked) {}

    static Html page(List<Row> rows, PageUser user, Instant now) {
        Html html = AccountHtml.start("Your servers", user);
        html.raw(
                "<p class=\"soft\">You sign in to these servers yourself. Only your own calls through this gateway use your"
                        + " sign-in.</p>\n");
        if (rows.isEmpty()) {
            html.raw("<p class=\"empty\">No server of this gateway asks for a sign-in.</p>\n");
        } else {
            html.raw("<ul class=\"connections\">\n");
            rows.forEach(row -> html.add(item(row, user, now)));
            html.raw("</ul>\n");
        }
        return html.raw("</main>\n</body>\n</html>\n");
    }

    private static Html item(Row row, PageUser user, Instant now) {
        var html = new Html()
                .raw(row.isAsked() ? "<li class=\"asked\">\n<div>\n<h2>" : "<li>\n<div>\n<h2>")
                .text(row.server())
                .raw("</h2>\n<p>");
        html.text(row.signIn()
                        .map(signIn -> sentence(SignInText.of(signIn, now)))
                        .orElse("Not signed in."))
                .raw("</p>\n</div>\n");
        if (row.signIn().isPresent()) {
            button(html, user, row, "sign-out", "Sign out", "");
        }
        button(
                html,
                user,
                row,
                "sign-in",
                row.signIn().isPresent() ? "Sign in again" : "Sign in",
                row.signIn().isPresent() ? "" : "primary");
        return html.raw("</li>\n");
    }

    private static String sentence(String text) {
        return Character.toUpperCase(text.charAt(0)) + text.substring(1) + ".";
    }

    private static void button(Html html, PageUser user, Row row, String action, String label, String style) {
        AccountHtml.form(html, PersonalSignIns.PATH + "/" + action, user)
                .raw("<input type=\"hidden\" name=\"server\"")
                .attribute("value", row.server())
                .raw("><button")
                .attribute("class", style)
                .attribute("aria-label", label + ": " + row.server())
                .raw(">")
                .text(label)
                .raw("</button></form>\n");
    }

    /**
     * Returns a page that redirects to the page of an authorization server. The form cannot redirect there: its content
     * security policy allows only this service.
     */
    static Html leadingTo(URI page) {
        return AccountHtml.headLeadingTo("Sign in", page.toString())
                .raw("<body class=\"login\">\n<main><p>Sign in at ")
                .text(String.valueOf(page.getHost()))
                .raw(". <a")
                .attribute("href", page.toString())
                .raw(">Continue</a></p></main>\n</body>\n</html>\n");
    }
}
