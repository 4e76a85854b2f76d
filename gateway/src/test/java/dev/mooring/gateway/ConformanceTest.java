package dev.mooring.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.mcp.client.EraChoice;
import dev.mooring.mcp.client.ServerLocation;
import dev.mooring.session.ServerSettings;
import dev.mooring.session.ToolServer;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The official conformance suite against the gateway. The upstream server passes the whole suite without the gateway. */
@Tag("counterpart")
@Timeout(300)
class ConformanceTest {
    private static final Pattern VERDICT = Pattern.compile("[✓✗~⊘] (\\S+): (\\d+) passed, (\\d+) failed.*");

    private static final String FIXTURE = "dev.mooring.mcp.server.conformance.ConformanceFixture";

    /** The gateway forwards elicitation, but not sampling and roots, which MCP has deprecated. */
    private static final List<String> SAMPLING = List.of("tools-call-sampling");

    /** The scenarios of modern clients that fail with a legacy server. */
    private static final List<String> IMPOSSIBLE_WITH_A_LEGACY_SERVER = List.of(
            // Expects the input request under the key "user_name": a legacy server gives no keys.
            "input-required-result-basic-elicitation",
            // The gateway does not forward sampling and roots, so the server reports that the client lacks them.
            "input-required-result-basic-sampling",
            "input-required-result-basic-list-roots",
            // Expects elicitation, sampling and roots in one result: see above; and a legacy server requests one at a
            // time.
            "input-required-result-multiple-input-requests",
            // The client has only the sampling capability, and expects a sampling request.
            "input-required-result-capability-check",
            // Two of its checks expect that a tool which needs sampling fails with an error code and an HTTP status
            // that only
            // the modern era has. The tool of a legacy server returns an error result, which the gateway forwards.
            "server-stateless");

    private static Process fixture;
    private static ServedGateway served;

    /** Starts one server over HTTP: over stdio, each session would start a JVM, but the suite waits only half a second. */
    @BeforeAll
    static void start() throws Exception {
        fixture = new ProcessBuilder(Counterparts.javaCommand(FIXTURE, "http"))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        var address =
                ServerLocation.Remote.at(URI.create(fixture.inputReader(UTF_8).readLine()));
        served = ServedGateway.of(
                ToolServer.of("legacy", address),
                ToolServer.of("modern", address)
                        .with(ServerSettings.builder().era(EraChoice.MODERN).build()));
    }

    @AfterAll
    static void stop() throws Exception {
        served.close();
        fixture.destroy();
    }

    @Test
    void legacyClientConformsWithALegacyServer() throws Exception {
        Outcome outcome = run("legacy", "2025-11-25");

        assertThat(outcome.failed).describedAs(outcome.output).isSubsetOf(SAMPLING);
        assertThat(outcome.passed).hasSizeGreaterThanOrEqualTo(31);
    }

    @Test
    void modernClientConformsWithAModernServer() throws Exception {
        Outcome outcome = run("modern", "2026-07-28");

        assertThat(outcome.failed)
                .describedAs(outcome.output)
                .filteredOn(scenario -> !scenario.startsWith("tasks-")) // the suite does not count them either
                .isSubsetOf(List.of());
        assertThat(outcome.passed).hasSizeGreaterThanOrEqualTo(40);
    }

    @Test
    void modernClientConformsWithALegacyServerAsFarAsPossible() throws Exception {
        Outcome outcome = run("legacy", "2026-07-28");

        assertThat(outcome.failed)
                .describedAs(outcome.output)
                .filteredOn(scenario -> !scenario.startsWith("tasks-"))
                .isSubsetOf(IMPOSSIBLE_WITH_A_LEGACY_SERVER);
        assertThat(outcome.passed).hasSizeGreaterThanOrEqualTo(34);
    }

    private record Outcome(String output, List<String> passed, List<String> failed) {}

    private static Outcome run(String server, String requirements) throws Exception {
        Process process = new ProcessBuilder(
                        Counterparts.node(),
                        Counterparts.installed("@modelcontextprotocol/conformance/dist/index.js")
                                .toString(),
                        "server",
                        "--url",
                        served.address("/" + server + (requirements.startsWith("2026") ? "/modern/mcp" : "/mcp"))
                                .toString(),
                        "--requirements",
                        requirements)
                .directory(Counterparts.ROOT.resolve("counterparts").toFile())
                .redirectErrorStream(true)
                .start();
        try {
            process.getOutputStream().close();
            String output = new String(process.getInputStream().readAllBytes(), UTF_8);
            List<String> passed = new ArrayList<>();
            List<String> failed = new ArrayList<>();
            output.lines().map(VERDICT::matcher).filter(Matcher::matches).forEach(verdict -> {
                if (!verdict.group(3).equals("0")) {
                    failed.add(verdict.group(1));
                } else if (!verdict.group(2).equals("0")) {
                    passed.add(verdict.group(1));
                }
            });
            return new Outcome(output, passed, failed);
        } finally {
            process.destroyForcibly();
        }
    }
}
