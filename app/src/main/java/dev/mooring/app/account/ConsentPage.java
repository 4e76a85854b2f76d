package dev.mooring.app.account;

import dev.mooring.app.web.Html;
import dev.mooring.auth.server.Consent;
import java.util.function.Function;

/** Renders the page that asks a person whether a client may act for them. */
final class ConsentPage {
    private final String service;
    private final Function<String, String> descriptionOf;

    /**
     * @param service the name of this service, for people
     * @param descriptionOf returns what a scope allows, for people
     */
    ConsentPage(String service, Function<String, String> descriptionOf) {
        this.service = service;
        this.descriptionOf = descriptionOf;
    }

    Html html(Consent consent) {
        var html = AccountHtml.head("Allow access").raw("""
            <body class="login">
            <main>
            <form method="post" action="/authorize">
            <img src="/assets/mooring.svg" alt="" width="44" height="44">
            <h1>Allow <span class="client">\
            """);
        html.text(consent.clientName())
                .raw("</span>?</h1>\n<p>It asks for access to <strong>")
                .text(service);
        html.raw("</strong>, for <strong>").text(consent.person().name()).raw("</strong>. It would be able to:</p>\n");
        html.raw("<ul class=\"access\">\n");
        consent.scopes()
                .forEach(scope ->
                        html.raw("<li>").text(descriptionOf.apply(scope)).raw("</li>\n"));
        html.raw("</ul>\n<dl class=\"facts\">\n<dt>Goes to</dt><dd class=\"destination\">")
                .text(consent.redirectHost())
                .raw("</dd>\n");
        if (consent.isLocal()) {
            html.raw("<dt>That is</dt><dd>a program on this device</dd>\n");
        }
        if (consent.clientHost().isEmpty()) {
            html.raw("<dt>Name</dt><dd>not verified</dd>\n");
        } else {
            html.raw("<dt>Published by</dt><dd class=\"publisher\">")
                    .text(consent.clientHost())
                    .raw("</dd>\n");
        }
        html.raw("</dl>\n<p>Allow this only if you started it yourself, just now. ")
                .raw(
                        "You can revoke it at any time: <a href=\"/account\">connected clients</a>.</p>\n<input type=\"hidden\"")
                .attribute("name", Consent.FORM_TOKEN)
                .attribute("value", consent.formToken())
                .raw(">\n<div class=\"choices\">\n");
        button(html, Consent.DENY, "quiet", "Deny");
        button(html, Consent.ALLOW, "primary", "Allow");
        return html.raw("</div>\n</form>\n</main>\n</body>\n</html>\n");
    }

    private static void button(Html html, String decision, String style, String label) {
        html.raw("<button")
                .attribute("name", Consent.DECISION)
                .attribute("value", decision)
                .attribute("class", style)
                .raw(">")
                .text(label)
                .raw("</button>\n");
    }
}
