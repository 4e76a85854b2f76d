package dev.mooring.app.gateway;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Browser.NewContextOptions;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.ReducedMotion;
import dev.mooring.app.account.TestLogin;
import dev.mooring.app.web.Axe;
import dev.mooring.app.web.Browser;
import dev.mooring.app.web.TestWeb;
import dev.mooring.app.web.Tokens;
import dev.mooring.app.web.WithBrowser;
import dev.mooring.gateway.GatewayOptions;
import dev.mooring.mcp.Implementation;
import dev.mooring.mcp.server.http.sessions.SessionStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page with a person's sign-ins to the servers behind the gateway, in a real browser. */
@WithBrowser
class ServerSignInsPageTest {
    private static final String TOKEN = "ada-secret-0123456789";

    @TempDir
    Path folder;

    private ProtectedUpstream calendar;
    private ProtectedUpstream notes;
    private GatewayService service;
    private BrowserContext context;
    private Page page;

    @BeforeEach
    void start(Browser browser) throws Exception {
        calendar = ProtectedUpstream.legacy(Files.createDirectory(folder.resolve("calendar")));
        notes = ProtectedUpstream.legacy(Files.createDirectory(folder.resolve("notes")));
        service = GatewayService.start(
                List.of(calendar.as("calendar"), notes.as("notes")),
                GatewayOptions.builder(Implementation.of("mooring", "1")).build(),
                TestWeb.withTokens(TestWeb.local(), Tokens.read(TestWeb.tokenFile(folder, "ada " + TOKEN + " admin"))),
                (path, limits) -> SessionStore.NONE,
                new PersonalSignIns(Map.of(), PrincipalTokens.inMemory(), "1"),
                Optional.empty());
        context = browser.chromium()
                .newContext(new NewContextOptions()
                        .setBypassCSP(true) // for axe-core
                        .setReducedMotion(ReducedMotion.REDUCE)); // for pictures after a change of colours
        page = context.newPage();
        page.navigate(service.page() + "login");
        page.locator("input[name=token]").fill(TOKEN);
        page.keyboard().press("Enter");
        assertThat(page.locator("h1")).hasText("Mooring gateway");
    }

    @AfterEach
    void stop() throws Exception {
        context.close();
        service.close();
        notes.close();
        calendar.close();
    }

    private void press(String button) {
        page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName(button))
                .click();
    }

    @Test
    void aPersonSignsInToAServerAndSignsOut() throws Exception {
        page.getByText("Your servers").click();
        assertThat(page.locator(".connections li")).hasCount(2);
        check("signed-out");

        press("Sign in: notes");
        page.getByLabel("Name").fill("anna");
        page.getByLabel("Password or one-time code").fill(TestLogin.PASSWORD);
        page.keyboard().press("Enter");
        press("Allow");
        assertThat(page.locator(".connections"))
                .containsText("Signed in at http://127.0.0.1:" + notes.address().getPort());
        assertThat(page.locator(".connections")).containsText("Not signed in.");
        check("signed-in");

        press("Sign out: notes");
        assertThat(page.getByText("Not signed in.")).hasCount(2);
    }

    /** Checks the accessibility in light and dark mode and on a phone, and takes pictures for people to look at. */
    private void check(String state) throws Exception {
        for (ColorScheme scheme : List.of(ColorScheme.LIGHT, ColorScheme.DARK)) {
            page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(scheme));
            for (int width : List.of(1280, 390)) {
                page.setViewportSize(width, 800);
                String name = "servers-" + state + "-" + scheme.name().toLowerCase(Locale.ROOT) + "-" + width;
                page.screenshot(new Page.ScreenshotOptions().setPath(Browser.screenshot(name)));
                Assertions.assertThat(Axe.violations(page)).as(name).isEmpty();
                Assertions.assertThat(page.evaluate("document.documentElement.scrollWidth - innerWidth"))
                        .as(name)
                        .isEqualTo(0);
            }
        }
        page.setViewportSize(1280, 800);
    }
}
