package dev.mooring.app.web;

/** The page on which a person signs in with a token or with a one-time code. */
final class LoginPage {
    static final String PATH = "/login";

    private LoginPage() {}

    /** The form for a token. */
    static Html forToken(String problem) {
        var page = head(false).raw("""
            <form method="post" action="/login">
            <img src="/assets/mooring.svg" alt="" width="44" height="44">
            <h1>Mooring</h1>
            <p>Paste your token from this service’s token file.</p>
            """);
        if (!problem.isEmpty()) {
            page.raw("<p class=\"problem\" role=\"alert\">").text(problem).raw("</p>\n");
        }
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

    /** The page whose script sends the code in the fragment of its address. */
    static Html forCode() {
        return head(true).raw("""
            <section>
            <img src="/assets/mooring.svg" alt="" width="44" height="44">
            <h1>Mooring</h1>
            <p>Sign in with the link that <code>mooring serve</code> printed when it started. Each link works once. For a
            new one, run <code>mooring review FOLDER --open</code> on the machine that serves the folder.</p>
            <p class="problem" role="alert" id="problem" hidden>This link was used before, or is from an earlier start.</p>
            </section>
            </main>
            </body>
            </html>
            """);
    }

    private static Html head(boolean hasScript) {
        var page = new Html().raw("""
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <title>Mooring: sign in</title>
            <link rel="icon" href="/assets/mooring.svg">
            <link rel="stylesheet" href="/assets/mooring.css">
            """);
        if (hasScript) {
            page.raw("<script type=\"module\" src=\"/assets/sign-in.js\"></script>\n");
        }
        return page.raw("</head>\n<body class=\"login\">\n<main>\n");
    }
}
