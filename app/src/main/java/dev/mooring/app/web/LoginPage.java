package dev.mooring.app.web;

/** The page on which a person signs in with a token. */
final class LoginPage {
    static final String PATH = "/login";

    private LoginPage() {}

    static Html html(boolean failed) {
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
            </head>
            <body class="login">
            <main>
            <form method="post" action="/login">
            <img src="/assets/mooring.svg" alt="" width="44" height="44">
            <h1>Mooring</h1>
            <p>Paste your token from this service’s token file.</p>
            """);
        if (failed) {
            page.raw("<p class=\"problem\" role=\"alert\">Unknown token. Check that you pasted all of it.</p>\n");
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
}
