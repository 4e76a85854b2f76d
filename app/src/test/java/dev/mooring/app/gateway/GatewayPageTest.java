package dev.mooring.app.gateway;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Browser.NewContextOptions;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.ColorScheme;
import dev.mooring.app.web.Axe;
import dev.mooring.app.web.Browser;
import dev.mooring.app.web.TestWeb;
import dev.mooring.app.web.WithBrowser;
import dev.mooring.gateway.GatewayOptions;
import dev.mooring.mcp.Implementation;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.client.ClientOptions;
import dev.mooring.mcp.client.McpClient;
import dev.mooring.mcp.client.ServerLocation;
import dev.mooring.session.ToolServer;
import java.net.URI;
import java.util.List;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The page in a real browser. */
@WithBrowser
class GatewayPageTest {
    private CountingUpstream upstream;

    @BeforeEach
    void start() throws Exception {
        upstream = new CountingUpstream();
    }

    @AfterEach
    void stop() throws Exception {
        upstream.close();
    }

    private GatewayService serve(boolean recordsArguments) throws Exception {
        return TestGateway.start(
                List.of(
                        upstream.as("counter"),
                        upstream.as("notes"),
                        ToolServer.of("absent", ServerLocation.Local.of("no-such-program"))),
                GatewayOptions.builder(Implementation.of("mooring", "1"))
                        .recordsArguments(recordsArguments)
                        .build(),
                TestWeb.local());
    }

    /** Opens a client whose calls each start a session. */
    private static McpClient open(GatewayService service) throws Exception {
        return McpClient.open(
                ServerLocation.Remote.at(URI.create(service.page() + "modern/mcp")),
                ClientOptions.builder().client(Implementation.of("Claude", "1")).build());
    }

    private static void callSeveralTools(GatewayService service) throws Exception {
        try (McpClient client = open(service)) {
            for (int i = 0; i < 3; i++) {
                client.callTool("counter__count", Json.object().put("secret", "s" + i));
            }
            client.callTool("notes__fail", Json.object());
        }
    }

    @Test
    void pageFollowsChangesAndEndsASessionAfterAConfirmation(Browser browser) throws Exception {
        try (GatewayService service = serve(false);
                BrowserContext context = browser.chromium().newContext();
                Page page = context.newPage()) {
            page.navigate(service.page());
            assertThat(page.locator("#live")).containsText("None. The first tool call");
            assertThat(page.locator("#live")).containsText("not listed yet");

            callSeveralTools(service);
            assertThat(page.locator("[data-end]")).hasCount(4);
            assertThat(page.locator("#live")).containsText("failing");
            page.screenshot(new Page.ScreenshotOptions().setPath(Browser.screenshot("gateway-light")));
            page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(ColorScheme.DARK));
            page.setViewportSize(390, 800);
            Assertions.assertThat(page.evaluate("document.documentElement.scrollWidth - innerWidth"))
                    .isEqualTo(0); // no horizontal scrolling
            page.screenshot(
                    new Page.ScreenshotOptions().setFullPage(true).setPath(Browser.screenshot("gateway-dark-narrow")));

            page.setViewportSize(1280, 900);
            page.locator("[data-end]").first().click();
            assertThat(page.locator("#confirm")).containsText("End session");
            page.screenshot(new Page.ScreenshotOptions().setPath(Browser.screenshot("gateway-confirm")));
            page.locator("#confirm button[value=cancel]").click();
            assertThat(page.locator("#confirm")).isHidden();
            Assertions.assertThat(TestGateway.openSessions(service)).isEqualTo(4);

            page.locator("[data-end]").first().click();
            page.locator("#confirm button[value=end]").click();
            assertThat(page.locator("[data-end]")).hasCount(3);
            Assertions.assertThat(TestGateway.openSessions(service)).isEqualTo(3);
        }
    }

    @Test
    void axeFindsNoViolationInAnyStateInLightOrDarkMode(Browser browser) throws Exception {
        try (GatewayService service = serve(true);
                BrowserContext context = browser.chromium().newContext();
                Page page = context.newPage()) {
            for (ColorScheme scheme : List.of(ColorScheme.LIGHT, ColorScheme.DARK)) {
                page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(scheme));
                page.navigate(service.page());
                check(page, scheme + " before the first call");
            }
            callSeveralTools(service);
            for (ColorScheme scheme : List.of(ColorScheme.LIGHT, ColorScheme.DARK)) {
                page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(scheme));
                page.navigate(service.page());
                assertThat(page.locator("[data-end]")).hasCount(4);
                page.evaluate("document.querySelectorAll('details').forEach((each) => each.open = true)");
                for (int width : List.of(1280, 390)) {
                    page.setViewportSize(width, 900);
                    check(page, scheme + " with details at " + width);
                }
                page.setViewportSize(1280, 900);
                page.locator("#search").fill("nothing has this name");
                check(page, scheme + " without matches");
                page.locator("#search").fill("");
                page.locator("[data-end]").first().click();
                assertThat(page.locator("#confirm")).isVisible();
                check(page, scheme + " with the confirmation");
                page.locator("#confirm button[value=cancel]").click();
                page.navigate(service.page() + "account/servers");
                check(page, scheme + " sign-ins");
            }
        }
    }

    private static void check(Page page, String state) throws Exception {
        Assertions.assertThat(Axe.violations(page)).as(state).isEmpty();
    }

    @Test
    void pageShowsToolsAndCostOfServersAndTheLastCallsOfSessions(Browser browser) throws Exception {
        try (GatewayService service = serve(false);
                BrowserContext context = browser.chromium().newContext();
                Page page = context.newPage()) {
            callSeveralTools(service);
            page.navigate(service.page());

            Locator notes = page.locator("#live [data-row]", new Page.LocatorOptions().setHasText("/notes/mcp"));
            assertThat(notes.locator("[data-label=Calls]")).hasText("1");
            assertThat(notes.locator("[data-label=Errors]")).hasText("1");
            assertThat(notes.locator("[data-label=p50]")).containsText("s");
            notes.locator("summary").click();
            assertThat(notes.locator(".names")).hasText("count, wait, ask, hang, fail");

            Locator calls = page.locator(".calls").first();
            calls.locator("summary").click();
            assertThat(calls).containsText("error");
            assertThat(calls).containsText("fail");
            String html = page.locator("#live").innerHTML();
            callSeveralTools(service);
            page.waitForCondition(() -> !page.locator("#live").innerHTML().equals(html));
            assertThat(page.locator("details[open]")).hasCount(2); // a refresh does not close them
            Assertions.assertThat(page.content()).doesNotContain("secret");
            page.screenshot(
                    new Page.ScreenshotOptions().setFullPage(true).setPath(Browser.screenshot("gateway-calls")));
        }
    }

    @Test
    void failedRefreshKeepsTheTablesAndShowsTheReason(Browser browser) throws Exception {
        try (GatewayService service = serve(false);
                BrowserContext context = browser.chromium().newContext();
                Page page = context.newPage()) {
            page.navigate(service.page());
            page.route(
                    "**/gateway/status",
                    route -> route.fulfill(new Route.FulfillOptions()
                            .setStatus(500)
                            .setContentType("application/json")
                            .setBody("{\"problem\":\"The server failed.\"}")));

            assertThat(page.locator("#notice")).hasText("The server failed. This page may be out of date.");
            assertThat(page.locator("#live")).containsText("None. The first tool call");

            page.unroute("**/gateway/status");
            assertThat(page.locator("#notice")).isEmpty();
        }
    }

    @Test
    void argumentsAreShownIfTheyAreRecorded(Browser browser) throws Exception {
        try (GatewayService service = serve(true);
                BrowserContext context = browser.chromium().newContext();
                Page page = context.newPage()) {
            callSeveralTools(service);
            page.navigate(service.page());
            page.locator(".calls summary").nth(1).click();

            assertThat(page.locator(".calls").nth(1)).containsText("{\"secret\":\"s2\"}");
        }
    }

    @Test
    void searchHidesWhatDoesNotMatch(Browser browser) throws Exception {
        try (GatewayService service = serve(false);
                BrowserContext context = browser.chromium().newContext();
                Page page = context.newPage()) {
            callSeveralTools(service);
            page.navigate(service.page());
            Locator rows = page.locator("#live [data-row]:visible");
            assertThat(rows).hasCount(7);

            page.locator("#search").fill("notes FAIL");
            assertThat(rows).hasCount(2); // the server with the tool, and the session with the call
            page.waitForResponse("**/gateway/status", () -> {});
            assertThat(rows).hasCount(2);
            page.locator("#search").fill("nothing like this");
            assertThat(rows).hasCount(0);
            page.screenshot(new Page.ScreenshotOptions().setPath(Browser.screenshot("gateway-search")));
            page.locator("#search").fill("");
            assertThat(rows).hasCount(7);
        }
    }

    @Test
    void linesForEachClientAndAddressCanBeCopied(Browser browser) throws Exception {
        try (GatewayService service = serve(false);
                BrowserContext context = browser.chromium()
                        .newContext(
                                new NewContextOptions().setPermissions(List.of("clipboard-read", "clipboard-write")));
                Page page = context.newPage()) {
            page.navigate(service.page());
            Locator all = page.locator("[data-address='0']");
            all.locator("summary").first().click();
            all.locator("[data-copy]").first().click();
            assertThat(all.locator("[data-copy]").first()).hasText("Copied");
            Assertions.assertThat(page.evaluate("navigator.clipboard.readText()"))
                    .isEqualTo("claude mcp add --transport http mooring " + service.address());

            page.locator("#address").selectOption("1");
            assertThat(all).isHidden();
            Locator counter = page.locator("[data-address='1']");
            for (String client : List.of("Claude Code", "VS Code", "Cursor", "Codex", "Gemini CLI")) {
                counter.locator("summary", new Locator.LocatorOptions().setHasText(client))
                        .click();
            }
            assertThat(counter)
                    .containsText("claude mcp add --transport http counter " + service.page() + "counter/mcp");
            assertThat(counter).containsText("httpUrl");
            page.locator("#connect").scrollIntoViewIfNeeded();
            page.screenshot(
                    new Page.ScreenshotOptions().setFullPage(true).setPath(Browser.screenshot("gateway-connect")));
        }
    }
}
