package dev.mooring.mcp.server.peers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.mcp.Counterparts;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.server.NodeProgram;
import dev.mooring.mcp.server.conformance.ConformanceFixture;
import dev.mooring.mcp.server.http.HttpEndpoint;
import dev.mooring.mcp.server.http.HttpServer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.node.ObjectNode;

@Timeout(120)
@Tag("counterpart")
class TypeScriptClientsTest {
    @Nested
    class LegacySdk {
        private static final String SCRIPT = "server-peers/sdk-client.mjs";

        @Test
        void legacySdkWorksOverHttp() throws Exception {
            ObjectNode seen = verify(overHttp(SCRIPT));

            assertThat(seen.get("version").stringValue()).isEqualTo("2025-11-25");
        }

        @Test
        void legacySdkWorksOverStdio() throws Exception {
            verify(overStdio(SCRIPT));
        }
    }

    @Nested
    class DualEraClient {
        private static final String SCRIPT = "server-peers/modern-client.mjs";

        @Test
        void dualEraClientSelectsTheModernEraOverHttp() throws Exception {
            assertThat(verify(overHttp(SCRIPT)).get("version").stringValue()).isEqualTo("2026-07-28");
        }

        @Test
        void dualEraClientSelectsTheModernEraOverStdio() throws Exception {
            assertThat(verify(overStdio(SCRIPT)).get("version").stringValue()).isEqualTo("2026-07-28");
        }
    }

    private static ObjectNode verify(ObjectNode seen) {
        assertThat(seen.get("server").stringValue()).isEqualTo("mooring-conformance");
        assertThat(seen.get("tools").intValue()).isGreaterThan(20);
        assertThat(seen.get("text").stringValue()).isEqualTo("A plain text answer.");
        assertThat(seen.get("wrongArguments").booleanValue()).isTrue();
        // The client drops progress that arrives together with the answer, so it may report less.
        assertThat("[0,50,100]").startsWith(seen.get("progress").toString().replace("]", ""));
        assertThat(seen.get("elicited").stringValue()).contains("action=accept").contains("said to: hello");
        assertThat(seen.get("resource").stringValue()).contains("Data for ID: 7");
        assertThat(seen.get("prompt").intValue()).isEqualTo(1);
        assertThat(seen.get("unknownTool").intValue()).isEqualTo(-32602);
        assertThat(seen.get("changed").booleanValue()).isTrue();
        assertThat(seen.get("cancelled").stringValue()).isEqualTo("aborted");
        assertThat(seen.get("interrupted").stringValue()).isEqualTo("yes");
        assertThat(seen.get("together").intValue()).isEqualTo(1);
        return seen;
    }

    private static ObjectNode overHttp(String script) throws Exception {
        try (HttpServer http = HttpServer.start(
                HttpEndpoint.builder(ConformanceFixture.server(), "/mcp").build())) {
            return run(script, "http", http.uri("/mcp").toString());
        }
    }

    private static ObjectNode overStdio(String script) throws Exception {
        List<String> arguments = new ArrayList<>(List.of("stdio"));
        arguments.addAll(ServerProcess.command());
        return run(script, arguments.toArray(String[]::new));
    }

    private static ObjectNode run(String script, String... arguments) throws Exception {
        List<String> all = new ArrayList<>(List.of(Counterparts.script(script).toString()));
        all.addAll(List.of(arguments));
        NodeProgram.Ended ended = NodeProgram.run(all);
        assertThat(ended.exitCode()).describedAs(ended.output()).isZero();
        return Json.objectOf(ended.output().strip().lines().reduce("", (before, last) -> last));
    }
}
