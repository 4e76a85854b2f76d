package dev.mooring.app.gateway;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
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
import org.junit.jupiter.api.Test;

/** The page in a real browser. */
@WithBrowser
class GatewayPageTest {
    @Test
    void thePageFollowsChangesAndEndsASession(Browser browser) throws Exception {
        try (var upstream = new CountingUpstream();
                GatewayService service = GatewayService.start(
                        List.of(
                                upstream.as("counter"),
                                upstream.as("notes"),
                                ToolServer.of("absent", ServerLocation.Local.of("no-such-program"))),
                        GatewayOptions.builder(Implementation.of("mooring", "1"))
                                .build(),
                        TestWeb.local());
                BrowserContext context = browser.chromium().newContext();
                Page page = context.newPage()) {
            page.navigate(service.page());
            assertThat(page.locator("#live")).containsText("None. The first tool call");
            assertThat(page.locator("#live")).containsText("not listed yet");

            try (McpClient client = McpClient.open(
                    ServerLocation.Remote.at(URI.create(service.page() + "modern/mcp")), // a session per call
                    ClientOptions.builder()
                            .client(Implementation.of("Claude", "1"))
                            .build())) {
                for (int i = 0; i < 3; i++) {
                    client.callTool("counter__count", Json.object());
                }
                client.callTool("notes__count", Json.object());
            }
            assertThat(page.locator("[data-end]")).hasCount(4);
            assertThat(page.locator("#live")).containsText("failing");
            page.screenshot(new Page.ScreenshotOptions().setPath(Browser.screenshot("gateway-light")));
            page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(ColorScheme.DARK));
            page.setViewportSize(390, 800);
            assertThat(page.locator("[data-end]").last()).isInViewport(); // no horizontal scrolling
            page.screenshot(new Page.ScreenshotOptions().setPath(Browser.screenshot("gateway-dark-narrow")));

            page.locator("[data-end]").first().click();
            assertThat(page.locator("[data-end]")).hasCount(3);
        }
    }
}
