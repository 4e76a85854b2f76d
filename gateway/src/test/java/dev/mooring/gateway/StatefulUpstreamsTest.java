package dev.mooring.gateway;

import static dev.mooring.gateway.CallResults.call;
import static dev.mooring.gateway.CallResults.isError;
import static dev.mooring.gateway.CallResults.plainText;
import static dev.mooring.gateway.CallResults.session;
import static dev.mooring.gateway.CallResults.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.client.ClientOptions;
import dev.mooring.mcp.client.EraChoice;
import dev.mooring.mcp.client.McpClient;
import dev.mooring.session.ToolServer;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.node.ObjectNode;

/** Servers whose state is a shell or a browser, for a client that opens a connection per call and for one that keeps it. */
@Tag("counterpart")
@Timeout(120)
class StatefulUpstreamsTest {
    private static ObjectNode callOnce(ServedGateway served, String path, String tool, ObjectNode arguments)
            throws Exception {
        try (McpClient client = served.legacy(path)) {
            return call(client, tool, arguments);
        }
    }

    private static ObjectNode callDirectly(ToolServer server, String tool, ObjectNode arguments) throws Exception {
        try (McpClient client = McpClient.open(
                server.location(), ClientOptions.builder().era(EraChoice.LEGACY).build())) {
            return call(client, tool, arguments);
        }
    }

    @Nested
    class Shell {
        private final ToolServer server = Counterparts.shell("shell");

        private static ObjectNode command(String command) {
            return Json.object().put("command", command);
        }

        @Test
        void workingDirectoryIsLostWithoutAGateway() throws Exception {
            callDirectly(server, "run", command("cd /usr/lib; word=kept"));

            assertThat(text(callDirectly(server, "run", command("pwd; echo $word"))))
                    .doesNotContain("/usr/lib")
                    .doesNotContain("kept");
        }

        @Test
        void workingDirectoryIsKeptForAConnectionPerCallAndForAKeptConnection() throws Exception {
            try (ServedGateway served = ServedGateway.of(server);
                    McpClient kept = served.open("/mcp", Map.of(), ClientOptions.builder())) {
                String session = session(callOnce(served, "/shell/mcp", "run", command("cd /usr/lib; word=kept")));
                call(kept, "shell__run", command("cd /usr/share"));

                ObjectNode next = command("pwd; echo $word").put("session_id", session);
                assertThat(text(callOnce(served, "/shell/mcp", "run", next))).isEqualTo("/usr/lib\nkept\n");
                assertThat(text(call(kept, "shell__run", command("pwd; echo $word"))))
                        .isEqualTo("/usr/share\n\n");
            }
        }

        @Test
        void commandAfterTheEndOfTheShellIsNotSentToABlankShell() throws Exception {
            try (ServedGateway served = ServedGateway.of(server);
                    McpClient kept = served.legacy("/shell/mcp")) {
                call(kept, "run", command("cd /usr/lib"));
                ObjectNode death = call(kept, "run", command("exit"));
                assertThat(isError(death)).isTrue();
                assertThat(text(death)).contains("was lost during this call").contains("may or may not");

                assertThat(plainText(call(kept, "run", command("pwd")))).doesNotContain("/usr/lib");
            }
        }
    }

    @Nested
    @Tag("browser")
    class ChromeDevTools {
        private final ToolServer server = Counterparts.chromeDevTools("chrome");

        private static ObjectNode navigate() {
            return Json.object()
                    .put("pageId", 1)
                    .put("type", "url")
                    .put("url", "data:text/html,<title>Harbour</title><p>Moored");
        }

        private static ObjectNode title() {
            return Json.object().put("pageId", 1).put("function", "() => document.title");
        }

        @Test
        void pageIsLostWithoutAGateway() throws Exception {
            callDirectly(server, "navigate_page", navigate());

            assertThat(text(callDirectly(server, "evaluate_script", title()))).doesNotContain("Harbour");
        }

        @Test
        void pageIsKeptForAConnectionPerCallAndForAKeptConnection() throws Exception {
            try (ServedGateway served = ServedGateway.of(server);
                    McpClient kept = served.open("/mcp", Map.of(), ClientOptions.builder())) {
                ObjectNode opened = callOnce(served, "/chrome/mcp", "navigate_page", navigate());
                assertThat(isError(opened)).describedAs(opened.toString()).isFalse();
                ObjectNode next = title().put("session_id", session(opened));
                assertThat(text(callOnce(served, "/chrome/mcp", "evaluate_script", next)))
                        .contains("Harbour");

                call(kept, "chrome__navigate_page", navigate());
                assertThat(text(call(kept, "chrome__evaluate_script", title()))).contains("Harbour");
            }
        }
    }
}
