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

/** The official conformance suite against a server, directly and behind the gateway. */
@Tag("counterpart")
@Timeout(300)
class ConformanceTest {
    private static final Pattern VERDICT = Pattern.compile("[✓✗~⊘] (\\S+): (\\d+) passed, (\\d+) failed.*");

    private static final String FIXTURE = "dev.mooring.mcp.server.conformance.ConformanceFixture";

    /** The gateway forwards elicitation, but not sampling and roots, which MCP has deprecated. The suite tests only sampling. */
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
    private static ServerLocation.Remote address;
    private static ServedGateway served;

    /** Starts one server over HTTP: over stdio, each session would start a JVM, but the suite waits only half a second. */
    @BeforeAll
    static void start() throws Exception {
        fixture = new ProcessBuilder(Counterparts.javaCommand(FIXTURE, "http"))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        address = ServerLocation.Remote.at(URI.create(fixture.inputReader(UTF_8).readLine()));
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
    void legacyClientConformsWithALegacyServerExceptForSampling() throws Exception {
        assertDifferences("legacy", "2025-11-25", SAMPLING);
    }

    @Test
    void modernClientConformsWithAModernServer() throws Exception {
        assertDifferences("modern", "2026-07-28", List.of());
    }

    @Test
    void modernClientConformsWithALegacyServerAsFarAsPossible() throws Exception {
        assertDifferences("legacy", "2026-07-28", IMPOSSIBLE_WITH_A_LEGACY_SERVER);
    }

    /** Asserts that the gateway fails exactly the listed scenarios of those that the server itself passes, and passes no other. */
    private static void assertDifferences(String server, String requirements, List<String> onlyWithoutTheGateway)
            throws Exception {
        Outcome direct = run(address.address().toString(), requirements);
        boolean isModern = requirements.startsWith("2026");
        Outcome outcome = run(
                served.address("/" + server + (isModern ? "/modern/mcp" : "/mcp"))
                        .toString(),
                requirements);

        assertThat(direct.passed).describedAs(direct.output).hasSizeGreaterThanOrEqualTo(isModern ? 40 : 32);
        assertThat(direct.passed)
                .describedAs(outcome.output)
                .filteredOn(scenario -> !outcome.passed.contains(scenario))
                .containsExactlyInAnyOrderElementsOf(onlyWithoutTheGateway);
        assertThat(outcome.passed)
                .describedAs(outcome.output)
                .filteredOn(scenario -> !direct.passed.contains(scenario))
                .isEmpty();
    }

    private record Outcome(String output, List<String> passed) {}

    private static Outcome run(String url, String requirements) throws Exception {
        Process process = new ProcessBuilder(
                        Counterparts.node(),
                        Counterparts.installed("@modelcontextprotocol/conformance/dist/index.js")
                                .toString(),
                        "server",
                        "--url",
                        url,
                        "--requirements",
                        requirements)
                .directory(Counterparts.ROOT.resolve("counterparts").toFile())
                .redirectErrorStream(true)
                .start();
        try {
            process.getOutputStream().close();
            String output = new String(process.getInputStream().readAllBytes(), UTF_8);
            List<String> passed = new ArrayList<>();
            output.lines().map(VERDICT::matcher).filter(Matcher::matches).forEach(verdict -> {
                if (verdict.group(3).equals("0") && !verdict.group(2).equals("0")) {
                    passed.add(verdict.group(1));
                }
            });
            return new Outcome(output, passed);
        } finally {
            process.destroyForcibly();
        }
    }
}
