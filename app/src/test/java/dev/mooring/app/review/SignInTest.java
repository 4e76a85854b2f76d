package dev.mooring.app.review;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.SameSiteAttribute;
import dev.mooring.app.web.Browser;
import dev.mooring.app.web.TestWeb;
import dev.mooring.app.web.Tokens;
import dev.mooring.app.web.WithBrowser;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The review page of a service with a token file, in a real browser. */
@WithBrowser
class SignInTest {
    private static final String TOKEN = "0123456789abcdef-ada";
    private static final String ASSISTANTS = "0123456789abcdef-claude";

    @TempDir
    Path root;

    @TempDir
    Path elsewhere;

    private ReviewedFolder folder;
    private BrowserContext context;
    private Page page;

    @BeforeEach
    void serve(Browser browser) throws IOException {
        Path file = TestWeb.tokenFile(elsewhere, "ada " + TOKEN + " review", "claude " + ASSISTANTS);
        ReviewedFolder.write(
                root,
                "note.md",
                "Buy " + ReviewedFolder.replaced("Codex", "milk", "oat milk", Duration.ofHours(1)) + ".\n");
        folder = ReviewedFolder.serve(root, Optional.of(Tokens.read(file)));
        context = browser.chromium().newContext();
        page = context.newPage();
        page.navigate(folder.address());
    }

    @AfterEach
    void close() throws IOException {
        context.close();
        folder.close();
    }

    private void signIn(String token) {
        page.getByLabel("Token").fill(token);
        page.keyboard().press("Enter");
    }

    private void picture(String name) {
        page.screenshot(new Page.ScreenshotOptions().setPath(Browser.screenshot("sign-in-" + name)));
    }

    @Test
    void pageWithoutATokenShowsOnlyTheSignInForm() {
        assertThat(page).hasURL(folder.address() + "login");
        assertThat(page.getByLabel("Token")).isFocused();
        picture("light");
        signIn(TOKEN + "x");

        assertThat(page.locator("[role=alert]")).hasText("Unknown token. Check that you pasted all of it.");
        assertThat(page.locator("body")).not().containsText("note.md");
        picture("refused");
    }

    @Test
    void tokenSignsInAndItsNameSignsDecisions() throws IOException {
        signIn(TOKEN);
        assertThat(page.locator(".card")).containsText("oat milk");
        assertThat(context.cookies()).singleElement().satisfies(cookie -> {
            assertThat(cookie.httpOnly).isTrue();
            assertThat(cookie.sameSite).isEqualTo(SameSiteAttribute.STRICT);
            assertThat(cookie.value).doesNotContain(TOKEN);
        });

        page.waitForLoadState(); // its script listens to keys from then on
        page.keyboard().press("c");
        page.locator("dialog#writing textarea").fill("We have some.");
        page.locator("dialog#writing .primary").click();
        assertThat(page.locator(".thread")).containsText("We have some.");
        assertThat(folder.text("note.md")).contains("{>>{\"author\":\"ada\"");
    }

    @Test
    void pageShowsWhoIsSignedIn() {
        signIn(TOKEN);
        assertThat(page.locator(".user")).hasText("Signed in as ada");
        assertThat(page.locator(".user")).isInViewport();
    }

    @Test
    void decisionWithoutTheCsrfTokenIsRefused() throws IOException {
        signIn(TOKEN);
        assertThat(page.locator(".card")).hasCount(1);
        String before = folder.text("note.md");

        Object status = page.evaluate("""
            async () => (await fetch('/review/decide', { method: 'POST', body: JSON.stringify({ decision: 'accept',
              suggestions: [{ path: 'note.md', id: document.querySelector('.card').dataset.card }] }) })).status
            """);

        assertThat(status).isEqualTo(403);
        assertThat(folder.text("note.md")).isEqualTo(before);
    }

    @Test
    void tokenOfAnAssistantCannotSignIn() {
        signIn(ASSISTANTS);

        assertThat(page.locator("[role=alert]")).containsText("It needs the role review");
        page.navigate(folder.address());
        assertThat(page).hasURL(folder.address() + "login");
    }

    @Test
    void pageIsClosedWhenItsTokenIsRemoved() throws IOException {
        signIn(TOKEN);
        assertThat(page.locator(".card")).hasCount(1);
        TestWeb.tokenFile(elsewhere, "claude " + ASSISTANTS);

        Page another = page.context().newPage(); // the open page may go to the form by itself
        another.navigate(folder.address());
        assertThat(another).hasURL(folder.address() + "login");
    }

    @Test
    void pageIsClosedAfterSigningOut() {
        signIn(TOKEN);
        assertThat(page.locator(".card")).hasCount(1);
        page.getByText("Sign out").click();
        assertThat(page).hasURL(folder.address() + "login");

        page.navigate(folder.address());
        assertThat(page).hasURL(folder.address() + "login");
    }

    @Test
    void signingOutWorksBeforeTheScriptsAreLoaded(Browser browser) {
        var noScripts = new com.microsoft.playwright.Browser.NewContextOptions().setJavaScriptEnabled(false);
        try (BrowserContext other = browser.chromium().newContext(noScripts)) {
            page = other.newPage();
            page.navigate(folder.address());
            signIn(TOKEN);
            assertThat(page.locator(".card")).hasCount(1);
            picture("signed-in");
            page.getByText("Sign out").click();
            assertThat(page).hasURL(folder.address() + "login");
        }
    }

    @Test
    void signInPageFitsANarrowDarkScreen() {
        page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(ColorScheme.DARK));
        assertThat(page.locator("html")).hasCSS("background-color", "rgb(22, 25, 28)");
        picture("dark");

        page.setViewportSize(390, 844);
        assertThat(page.getByText("Sign in")).isInViewport();
        assertThat((Integer) page.evaluate("document.documentElement.scrollWidth"))
                .isLessThanOrEqualTo(390);
        picture("phone");
    }
}
