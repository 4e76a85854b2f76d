package dev.mooring.app.account;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.mooring.app.account.TestLogin.PASSWORD;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.Browser.NewContextOptions;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Response;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.ReducedMotion;
import dev.mooring.app.documents.DocumentService;
import dev.mooring.app.users.OneTimeCode;
import dev.mooring.app.users.Role;
import dev.mooring.app.users.User;
import dev.mooring.app.users.UsersFile;
import dev.mooring.app.web.Browser;
import dev.mooring.app.web.TestWeb;
import dev.mooring.app.web.WithBrowser;
import dev.mooring.mcp.Implementation;
import dev.mooring.mcp.Json;
import dev.mooring.vault.server.DocumentServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

/** People sign in, allow clients and revoke their access, in a real browser without scripts. */
@WithBrowser
class ConsentTest {
    private static final String BOTH = "mooring:read mooring:write";

    @TempDir
    Path root;

    @TempDir
    Path elsewhere;

    private Path notes;
    private DocumentService service;
    private OAuthClient client;
    private BrowserContext context;
    private Page page;

    @BeforeEach
    void serve(Browser browser) throws IOException {
        notes = Files.createDirectory(root.resolve("notes"));
        Files.writeString(notes.resolve("note.md"), "The quick fox.\n");
        TestLogin.add(elsewhere, "Ada", Role.WRITE, Role.REVIEW);
        Path users = TestLogin.add(elsewhere, "bob", Role.READ);
        service = DocumentService.start(
                notes,
                Implementation.of("mooring", "1"),
                DocumentServer.Options.DEFAULT,
                TestWeb.local().with(TestLogin.of(users)));
        client = new OAuthClient(service.address(), "Claude <b>");
        context = browser.chromium()
                .newContext(new NewContextOptions().setJavaScriptEnabled(false).setReducedMotion(ReducedMotion.REDUCE));
        page = context.newPage();
    }

    @AfterEach
    void close() throws IOException {
        context.close();
        client.close();
        service.close();
    }

    private void signIn(String name, String secret) {
        page.getByLabel("Name").fill(name);
        page.getByLabel("Password or one-time code").fill(secret);
        page.keyboard().press("Enter");
    }

    private Locator button(String name) {
        return page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName(name));
    }

    private String account() {
        return service.reviewAddress() + "account";
    }

    /** Takes pictures for people to look at: light, dark, and on a phone. */
    private void pictures(String name) {
        page.screenshot(new Page.ScreenshotOptions().setPath(Browser.screenshot(name + "-light")));
        page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(ColorScheme.DARK));
        assertThat(page.locator("html")).hasCSS("background-color", "rgb(22, 25, 28)");
        page.screenshot(new Page.ScreenshotOptions().setPath(Browser.screenshot(name + "-dark")));
        page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(ColorScheme.LIGHT));
        page.setViewportSize(390, 844);
        page.screenshot(new Page.ScreenshotOptions().setPath(Browser.screenshot(name + "-phone")));
        for (Locator control : page.locator("button, input:not([type=hidden])").all()) {
            assertThat(control.boundingBox().x + control.boundingBox().width).isLessThanOrEqualTo(390);
        }
        page.setViewportSize(1280, 720);
    }

    @Test
    void personSignsInAllowsAClientAndRevokesItsAccess() throws Exception {
        page.navigate(client.authorizationPage(BOTH));
        assertThat(page.getByLabel("Name")).isFocused();
        pictures("account-sign-in");
        signIn("ada", PASSWORD);

        assertThat(page.locator("h1")).hasText("Allow Claude <b>?");
        assertThat(page.locator(".access li"))
                .hasText(new String[] {"Read and search the documents", "Suggest changes, which people review"});
        assertThat(page.locator(".destination")).hasText("127.0.0.1");
        assertThat(page.locator(".facts")).containsText("not verified");
        assertThat(page.locator("form")).containsText("notes");
        pictures("account-consent");
        button("Allow").click();

        assertThat(page).hasTitle("Back at the client");
        assertThat(client.answer())
                .containsEntry("state", "s1")
                .containsEntry("iss", service.reviewAddress().replaceAll("/$", ""));
        ObjectNode tokens = client.tokens();
        String token = tokens.path("access_token").stringValue();
        assertThat(client.request(token, "tools/list", Json.object()).body()).contains("\"edit\"");

        page.navigate(account());
        assertThat(page.locator(".connections li")).hasCount(1);
        assertThat(page.locator(".connections li")).containsText("Claude <b>");
        assertThat(page.locator(".connections li")).containsText("Suggest changes");
        pictures("account-clients");
        button("Revoke the access of Claude <b>").click();

        assertThat(page).hasURL(account());
        assertThat(page.locator(".empty")).containsText("No client acts for you");
        pictures("account-none");
        assertThat(client.request(token, "tools/list", Json.object()).statusCode())
                .isEqualTo(401);
        assertThat(client.refresh(tokens.path("refresh_token").stringValue())
                        .path("error")
                        .stringValue())
                .isEqualTo("invalid_grant");
    }

    @Test
    void clientIsToldOfARefusal() throws Exception {
        client.close();
        client = new OAuthClient(service.address(), "Claude");
        page.setViewportSize(760, 600);
        page.navigate(client.authorizationPage(BOTH));
        signIn("ada", PASSWORD);
        assertThat(button("Deny")).isVisible();
        page.screenshot(new Page.ScreenshotOptions().setPath(Browser.screenshot("consent")));
        button("Deny").click();

        assertThat(page).hasTitle("Back at the client");
        assertThat(client.answer()).containsEntry("error", "access_denied").doesNotContainKey("code");
    }

    @Test
    void personAllowsOnlyWhatTheirRoleAllows() throws Exception {
        page.navigate(client.authorizationPage(BOTH));
        signIn("bob", PASSWORD);
        assertThat(page.locator(".access li")).hasText(new String[] {"Read and search the documents"});
        button("Allow").click();
        assertThat(page).hasTitle("Back at the client");

        String token = client.tokens().path("access_token").stringValue();
        assertThat(client.request(token, "tools/list", Json.object()).body())
                .contains("\"read\"")
                .doesNotContain("\"edit\"");
    }

    @Test
    void requestBeyondTheRoleOfThePersonGoesBackToTheClient() throws Exception {
        page.navigate(client.authorizationPage("mooring:write"));
        signIn("bob", PASSWORD);
        assertThat(page).hasTitle("Back at the client");
        assertThat(client.answer()).containsEntry("error", "access_denied");
    }

    @Test
    void wrongPasswordShowsTheFormAgainAndKeepsTheRequest() throws Exception {
        page.navigate(client.authorizationPage(BOTH));
        signIn("ada", "wrong password");
        assertThat(page.locator("[role=alert]")).hasText("The name or the password is wrong.");
        page.screenshot(new Page.ScreenshotOptions().setPath(Browser.screenshot("account-wrong-password")));
        page.getByLabel("Password or one-time code").fill(PASSWORD);
        page.keyboard().press("Enter");
        assertThat(page.locator("h1")).hasText("Allow Claude <b>?");
    }

    @Test
    void personWithAOneTimeCodeChoosesAPassword() throws Exception {
        OneTimeCode.Issued issued = OneTimeCode.issue(Instant.now());
        new UsersFile(elsewhere.resolve("users"))
                .put(new User("grace", UsersFile.newId(), issued.secret(), User.DEFAULT_ROLES));
        page.navigate(service.reviewAddress());
        signIn("grace", issued.code());

        assertThat(page.locator("form")).containsText("Choose a password");
        pictures("account-new-password");
        page.getByLabel("New password", new Page.GetByLabelOptions().setExact(true))
                .fill("another long password");
        page.getByLabel("New password, again").fill("a different password");
        button("Sign in").click();
        assertThat(page.locator("[role=alert]")).hasText("The passwords differ.");
        page.getByLabel("New password", new Page.GetByLabelOptions().setExact(true))
                .fill("another long password");
        page.getByLabel("New password, again").fill("another long password");
        button("Sign in").click();

        assertThat(page).hasURL(service.reviewAddress());
        assertThat(page.locator(".vault")).hasText("notes");
        context.clearCookies();
        page.navigate(service.reviewAddress());
        signIn("grace", issued.code());
        assertThat(page.locator("[role=alert]")).hasText("The name or the password is wrong.");
        signIn("grace", "another long password");
        assertThat(page.locator(".vault")).hasText("notes");
        page.getByText("Your connected clients").click();
        assertThat(page).hasURL(account());
    }

    @Test
    void personWithoutTheRoleReviewSeesTheirClientsButNotTheReviewPage() {
        page.navigate(service.reviewAddress());
        signIn("bob", PASSWORD);
        assertThat(page.locator("main")).containsText("This page needs the role review");
        pictures("account-no-role");
        page.getByText("Your connected clients").click();
        assertThat(page.locator("h1")).hasText("Connected clients");
        button("Sign out").click();
        assertThat(page).hasURL(service.reviewAddress() + "login");
        page.navigate(account());
        assertThat(page.locator("h1")).hasText("Mooring");
    }

    @Test
    void personCannotRevokeTheClientOfAnother(Browser browser) throws Exception {
        page.navigate(client.authorizationPage(BOTH));
        signIn("ada", PASSWORD);
        button("Allow").click();
        assertThat(page).hasTitle("Back at the client");
        String token = client.tokens().path("access_token").stringValue();
        page.navigate(account());
        String grant = page.locator("input[name=id]").getAttribute("value");

        try (BrowserContext other = browser.chromium().newContext()) {
            page = other.newPage();
            page.navigate(account());
            signIn("bob", PASSWORD);
            assertThat(page.locator(".empty")).isVisible();
            page.evaluate("""
                async id => {
                  const form = new URLSearchParams({ id, csrf_token: document.querySelector('[name=csrf_token]').value });
                  await fetch('/account/revoke', { method: 'POST', body: form });
                }
                """, grant);
        }
        assertThat(client.request(token, "tools/list", Json.object()).statusCode())
                .isEqualTo(200);
    }

    @Test
    void pagesCannotBeFramedAndHaveAStrictPolicy() throws Exception {
        page.navigate(client.authorizationPage(BOTH));
        signIn("ada", PASSWORD);
        assertThat(page.locator("h1")).hasText("Allow Claude <b>?");
        Response consent = page.reload();
        List<String> policies = consent.headersArray().stream()
                .filter(header -> header.name.equalsIgnoreCase("Content-Security-Policy"))
                .map(header -> header.value)
                .toList();
        assertThat(policies)
                .allMatch(policy -> policy.contains("frame-ancestors 'none'"))
                .anyMatch(policy -> policy.contains("default-src 'none'")
                        && policy.contains("form-action 'self' http://127.0.0.1:"))
                .noneMatch(policy -> policy.contains("unsafe"));
        assertThat(consent.headers()).containsEntry("x-frame-options", "DENY");
    }

    /** Web clients open the page in a window and read the answer from it, so it must keep its opener. */
    @Test
    void windowOfAClientComesBackToItsOpener(Browser browser) throws Exception {
        try (BrowserContext scripted = browser.chromium().newContext()) {
            Page app = scripted.newPage();
            app.navigate(client.redirectUri() + "?app=1");
            String start = client.authorizationPage(BOTH);
            page = app.waitForPopup(() -> app.evaluate("url => { window.open(url); }", start));
            signIn("ada", PASSWORD);
            button("Allow").click();
            assertThat(page).hasTitle("Back at the client");
            assertThat(page.evaluate("window.opener !== null")).isEqualTo(true);
        }
    }

    @Test
    void signedInPersonIsNotAskedForThePasswordAgain() throws Exception {
        page.navigate(service.reviewAddress());
        signIn("ada", PASSWORD);
        assertThat(page.locator(".vault")).hasText("notes");
        // From another site, so that the browser sends the cookie with a link only.
        page.navigate(client.redirectUri().replace("127.0.0.1", "localhost") + "?app=1");
        page.setContent("<a href=\"" + client.authorizationPage(BOTH).replace("&", "&amp;") + "\">connect</a>");
        page.getByText("connect").click();
        assertThat(page.locator("h1")).hasText("Allow Claude <b>?");
    }

    @Test
    void damagedLinkIsExplained() {
        page.navigate(service.reviewAddress() + "authorize?client_id=x");
        assertThat(page.locator("main")).containsText("Start again in your assistant");
        pictures("account-problem");
    }

    @Test
    void pagesHaveNoAccessibilityProblems(Browser browser) throws Exception {
        try (BrowserContext scripted = browser.chromium()
                .newContext(new NewContextOptions().setBypassCSP(true).setReducedMotion(ReducedMotion.REDUCE))) {
            page = scripted.newPage();
            page.navigate(client.authorizationPage(BOTH));
            assertAccessible();
            signIn("ada", PASSWORD);
            assertThat(page.locator("h1")).hasText("Allow Claude <b>?");
            assertAccessible();
            button("Allow").click();
            assertThat(page).hasTitle("Back at the client");
            client.tokens();
            page.navigate(account());
            assertAccessible();
        }
    }

    private void assertAccessible() {
        for (ColorScheme scheme : List.of(ColorScheme.LIGHT, ColorScheme.DARK)) {
            page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(scheme));
            page.addScriptTag(new Page.AddScriptTagOptions()
                    .setPath(Path.of(System.getProperty("mooring.root", ".."))
                            .resolve("counterparts/node_modules/axe-core/axe.min.js")));
            Object violations = page.evaluate(
                    "async () => (await axe.run()).violations.map(each => each.id + ': ' + each.nodes.map(node => node.html))");
            assertThat(violations).as(page.url()).isEqualTo(List.of());
        }
    }

    @Test
    void removedPersonLosesAccessAtOnceWithAllClients() throws Exception {
        page.navigate(client.authorizationPage(BOTH));
        signIn("ada", PASSWORD);
        button("Allow").click();
        assertThat(page).hasTitle("Back at the client");
        ObjectNode tokens = client.tokens();
        new UsersFile(elsewhere.resolve("users")).remove("ada");

        page.navigate(account());
        assertThat(page.getByLabel("Name")).isVisible();
        assertThat(client.refresh(tokens.path("refresh_token").stringValue())
                        .path("error")
                        .stringValue())
                .isEqualTo("invalid_grant");
        await().untilAsserted(() -> assertThat(
                        client.request(tokens.path("access_token").stringValue(), "tools/list", Json.object())
                                .statusCode())
                .isEqualTo(401));
    }
}
