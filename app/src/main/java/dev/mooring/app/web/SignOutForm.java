package dev.mooring.app.web;

/** The button with which a person signs out. A form of its own, so that it works before the scripts of a page are loaded. */
public final class SignOutForm {
    private SignOutForm() {}

    /** Adds the button to a page. */
    public static void addTo(Html page, PageUser user) {
        page.raw("<form class=\"plain\" method=\"post\" action=\"/logout\">\n");
        LoginPage.hidden(page, PageGuard.CSRF_FIELD, user.csrfToken());
        page.raw("<button>Sign out</button>\n</form>\n");
    }
}
