package dev.mooring.gateway;

import static dev.mooring.gateway.CallResults.isError;
import static dev.mooring.gateway.CallResults.result;
import static dev.mooring.gateway.CallResults.session;
import static dev.mooring.gateway.CallResults.text;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.client.ClientOptions;
import dev.mooring.mcp.client.EraChoice;
import dev.mooring.mcp.client.McpClient;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

/** A real browser behind {@code @playwright/mcp}: one call opens a page, the next one clicks in it. */
@Tag("counterpart")
@Timeout(180)
class PlaywrightTest {
    private static final String PAGE = """
            <!doctype html><title>Form</title>
            <input id="name" aria-label="Name">
            <button id="greet" onclick="document.getElementById('out').textContent =
              'Hello, ' + document.getElementById('name').value">Greet</button>
            <p id="out"></p>
            """;

    @TempDir
    Path folder;

    private HttpServer site;
    private ServedGateway served;

    @BeforeEach
    void start() throws Exception {
        site = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        site.createContext("/", exchange -> {
            exchange.getResponseHeaders().set("Content-Type", "text/html");
            exchange.sendResponseHeaders(200, PAGE.length());
            exchange.getResponseBody().write(PAGE.getBytes(UTF_8));
            exchange.close();
        });
        site.start();
        served = ServedGateway.of(Counterparts.playwright("browser", folder));
    }

    @AfterEach
    void stop() throws Exception {
        served.close();
        site.stop(0);
    }

    private String url() {
        return "http://127.0.0.1:" + site.getAddress().getPort() + "/";
    }

    /** Makes one tool call. */
    @FunctionalInterface
    private interface ToolCaller {
        ObjectNode call(String tool, ObjectNode arguments) throws Exception;
    }

    private ObjectNode withAFreshTransportSession(String tool, ObjectNode arguments) throws Exception {
        try (McpClient client = served.legacy("/browser/mcp")) {
            return result(client.callTool(tool, arguments));
        }
    }

    private void assertFormCanBeFilledIn(ToolCaller client, String name) throws Exception {
        ObjectNode opened = client.call("browser_navigate", Json.object().put("url", url()));
        assertThat(isError(opened)).describedAs(text(opened)).isFalse();
        String session = session(opened);
        ObjectNode typed = client.call(
                "browser_type",
                in(session).put("element", "Name").put("target", "#name").put("text", name));
        assertThat(isError(typed)).describedAs(text(typed)).isFalse();
        ObjectNode clicked =
                client.call("browser_click", in(session).put("element", "Greet").put("target", "#greet"));
        assertThat(isError(clicked)).describedAs(text(clicked)).isFalse();

        assertThat(text(client.call("browser_snapshot", in(session)))).contains("Hello, " + name);
    }

    private static ObjectNode in(String session) {
        return Json.object().put("session_id", session);
    }

    @Test
    void clientThatOpensATransportSessionPerCallFillsInAForm() throws Exception {
        assertFormCanBeFilledIn(this::withAFreshTransportSession, "Ada");
    }

    @Test
    void modernClientFillsInAForm() throws Exception {
        try (McpClient client = served.modern("/mcp")) {
            assertFormCanBeFilledIn(
                    (tool, arguments) -> result(client.callTool("browser__" + tool, arguments)), "Grace");
        }
    }

    /** The schema requires {@code type}, which has a default: the server accepts the call, and so must the gateway. */
    @Test
    void screenshotNeedsNoArguments() throws Exception {
        try (McpClient client = served.legacy("/browser/mcp")) {
            result(client.callTool("browser_navigate", Json.object().put("url", url())));
            ObjectNode shot = result(client.callTool("browser_take_screenshot", Json.object()));

            assertThat(isError(shot)).describedAs(text(shot)).isFalse();
        }
    }

    @Test
    void eachHandleHasItsOwnPage() throws Exception {
        String first = session(
                withAFreshTransportSession("browser_navigate", Json.object().put("url", url())));
        String second = session(
                withAFreshTransportSession("browser_navigate", Json.object().put("url", url())));
        withAFreshTransportSession(
                "browser_type",
                in(first).put("element", "Name").put("target", "#name").put("text", "only here"));

        String read = "() => document.getElementById('name').value";
        assertThat(text(withAFreshTransportSession("browser_evaluate", in(first).put("function", read))))
                .contains("only here");
        assertThat(text(withAFreshTransportSession(
                        "browser_evaluate", in(second).put("function", read))))
                .doesNotContain("only here");
    }

    @Test
    void pageIsLostForTheSameClientWithoutAGateway() throws Exception {
        ObjectNode opened = direct("browser_navigate", Json.object().put("url", url()));
        assertThat(text(opened)).contains(url());
        ObjectNode read = direct("browser_evaluate", Json.object().put("function", "() => location.href"));

        assertThat(text(read)).doesNotContain(url());
    }

    private ObjectNode direct(String tool, ObjectNode arguments) throws Exception {
        try (McpClient client = McpClient.open(
                Counterparts.playwright("browser", folder).location(),
                ClientOptions.builder().era(EraChoice.LEGACY).build())) {
            return result(client.callTool(tool, arguments));
        }
    }
}
