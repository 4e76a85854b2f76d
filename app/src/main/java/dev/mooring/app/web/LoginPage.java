package dev.mooring.app.web;

import dev.mooring.app.users.Role;

/** The page on which a person signs in with a password, a token or a one-time code. */
final class LoginPage {
    static final String PATH = "/login";

    private static final String TOKEN_LACKS = """
             of your token in the token file.</p>
            <p><a href="/account/servers">Your servers</a></p>
            """;

    private static final String PERSON_LACKS = """
            . The owner of this server can give it to you with <code>mooring user add --replace</code>.</p>
            <p><a href="/account">Your connected clients</a></p>
            """;

    private LoginPage() {}

    /**
     * Returns the form for a token.
     *
     * @param next the page that the person wants to see; empty for the main page
     */
    static Html forToken(String problem, String next) {
        Html page = problem(form("Paste your token from this service’s token file."), problem);
        hidden(page, "next", next);
        return page.raw("""
            <label for="token">Token</label>
            <input id="token" name="token" type="password" autocomplete="current-password" required autofocus>
            <button type="submit" class="primary">Sign in</button>
            </form>
            </main>
            </body>
            </html>
            """);
    }

    /**
     * Returns the form for a name and a password.
     *
     * @param name the name that the person has typed before; may be empty
     * @param next the page that the person wants to see; empty for the main page
     */
    static Html forPassword(String problem, String name, String next) {
        Html page = problem(form("Sign in to continue."), problem);
        hidden(page, "next", next);
        page.raw("<label for=\"name\">Name</label>\n<input id=\"name\" name=\"name\" autocomplete=\"username\" ")
                .raw("autocapitalize=\"none\" spellcheck=\"false\" required")
                .attribute("value", name)
                .raw(name.isEmpty() ? " autofocus>\n" : ">\n");
        return page.raw("""
            <label for="password">Password or one-time code</label>
            <input id="password" name="password" type="password" autocomplete="current-password" required\
            """).raw(name.isEmpty() ? ">\n" : " autofocus>\n").raw("""
            <button type="submit" class="primary">Sign in</button>
            </form>
            </main>
            </body>
            </html>
            """);
    }

    /**
     * Returns the form on which a person with a one-time code chooses a password.
     *
     * @param code the code, which the form sends again
     */
    static Html forNewPassword(String problem, String name, String code, String next) {
        Html page = problem(form("Welcome! Choose a password. The code stops working then."), problem);
        hidden(page, "next", next);
        hidden(page, "password", code);
        page.raw(
                        "<label for=\"name\">Name</label>\n<input id=\"name\" name=\"name\" autocomplete=\"username\" readonly")
                .attribute("value", name)
                .raw(">\n");
        return page.raw("""
            <label for="new">New password</label>
            <input id="new" name="new" type="password" autocomplete="new-password" minlength="10" maxlength="200" \
            required autofocus>
            <label for="again">New password, again</label>
            <input id="again" name="again" type="password" autocomplete="new-password" required>
            <button type="submit" class="primary">Sign in</button>
            </form>
            </main>
            </body>
            </html>
            """);
    }

    /**
     * Returns the page whose script sends the code in the fragment of its address.
     *
     * @param command the command that opens a link with a new code
     */
    static Html forCode(String command) {
        return head(true).raw("""
            <section>
            <img src="/assets/mooring.svg" alt="" width="44" height="44">
            <h1>Mooring</h1>
            <p>Sign in with the link that Mooring printed when it started. Each link works once. For a new one, run
            <code>\
            """).text(command).raw("""
            </code> on the same machine.</p>
            <p class="problem" role="alert" id="problem" hidden>This link was used before, or is from an earlier start.</p>
            </section>
            </main>
            </body>
            </html>
            """);
    }

    /** Returns the page of a service on which nobody can sign in. */
    static Html forBearer(Role role) {
        return head(false).raw("""
                    <section>
                    <img src="/assets/mooring.svg" alt="" width="44" height="44">
                    <h1>Mooring</h1>
                    <p>This page needs an access token with the scope <code>\
                    """).text(role.scope()).raw("""
                    </code>, in the header <code>Authorization</code>. To sign in here, the service needs
                    <code>--login</code> or <code>--token-file</code>.</p>
                    </section>
                    </main>
                    </body>
                    </html>
                    """);
    }

    /** Returns the page that tells a signed-in user which role is missing. */
    static Html lacking(Role role, PageUser user) {
        Html page = head(false)
                .raw("""
                    <section>
                    <img src="/assets/mooring.svg" alt="" width="44" height="44">
                    <h1>Mooring</h1>
                    <p>You are signed in as <strong>\
                    """)
                .text(user.name())
                .raw("</strong>. This page needs the role ")
                .text(role.word())
                .raw(user.subject().isEmpty() ? TOKEN_LACKS : PERSON_LACKS);
        SignOutForm.addTo(page, user);
        return page.raw("</section>\n</main>\n</body>\n</html>\n");
    }

    /** Returns the page that redirects to another page. */
    static Html proceed(String next) {
        return Html.page("Mooring: signed in")
                .redirect(next)
                .raw("</head>\n<body class=\"login\">\n<main><p>You are signed in. <a")
                .attribute("href", next)
                .raw(">Continue</a></p></main>\n</body>\n</html>\n");
    }

    private static Html form(String explanation) {
        return head(false).raw("""
                    <form method="post" action="/login">
                    <img src="/assets/mooring.svg" alt="" width="44" height="44">
                    <h1>Mooring</h1>
                    <p>\
                    """).text(explanation).raw("</p>\n");
    }

    private static Html problem(Html page, String problem) {
        return problem.isEmpty()
                ? page
                : page.raw("<p class=\"problem\" role=\"alert\">").text(problem).raw("</p>\n");
    }

    static void hidden(Html page, String name, String value) {
        if (!value.isEmpty()) {
            page.raw("<input type=\"hidden\"")
                    .attribute("name", name)
                    .attribute("value", value)
                    .raw(">\n");
        }
    }

    private static Html head(boolean hasScript) {
        Html page = Html.page("Mooring: sign in");
        if (hasScript) {
            page.raw("<script type=\"module\" src=\"/assets/sign-in.js\"></script>\n");
        }
        return page.raw("</head>\n<body class=\"login\">\n<main>\n");
    }
}
