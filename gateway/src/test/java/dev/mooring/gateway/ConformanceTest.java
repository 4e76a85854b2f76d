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

/** The official suite against the gateway, with the server behind it that passes all of it directly. */
@Tag("counterpart")
@Timeout(300)
class ConformanceTest {
    private static final Pattern VERDICT = Pattern.compile("[✓✗~⊘] (\\S+): (\\d+) passed, (\\d+) failed.*");

    private static final String FIXTURE = "dev.mooring.mcp.server.conformance.ConformanceFixture";

    /** Only questions to the user are passed on, not those for the client's model or its roots: MCP gives those up. */
    private static final List<String> SAMPLING = List.of("tools-call-sampling");

    /** What a legacy server behind the gateway cannot do for a modern client, by the checks that say so. */
    private static final List<String> BEYOND_A_LEGACY_SERVER = List.of(
            // Looks for the question by the name "user_name": a legacy server asks without giving names.
            "input-required-result-basic-elicitation",
            // Sampling and roots are not passed on, so the server says that it needs a client which has them.
            "input-required-result-basic-sampling",
            "input-required-result-basic-list-roots",
            // A form, a sample and the roots in one result: see above; and a legacy server asks one after the other.
            "input-required-result-multiple-input-requests",
            // The client has sampling alone and is to be asked for that.
            "input-required-result-capability-check",
            // Two of its checks: a tool that needs sampling is to fail with an error code and an HTTP status that only
            // the modern era has; a legacy server's tool answers with an error result, which is passed on.
            "server-stateless");

    private static Process fixture;
    private static ServedGateway served;

    /** One server over HTTP: a JVM for each session would start too slowly for the suite, which waits half a second. */
    @BeforeAll
    static void start() throws Exception {
        fixture = new ProcessBuilder(Peers.javaCommand(FIXTURE, "http"))
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
    void aLegacyClientBeforeALegacyServer() throws Exception {
        Outcome outcome = run("legacy", "2025-11-25");

        assertThat(outcome.failed).describedAs(outcome.output).isSubsetOf(SAMPLING);
        assertThat(outcome.passed).hasSizeGreaterThanOrEqualTo(31);
    }

    @Test
    void aModernClientBeforeAModernServer() throws Exception {
        Outcome outcome = run("modern", "2026-07-28");

        assertThat(outcome.failed)
                .describedAs(outcome.output)
                .filteredOn(scenario -> !scenario.startsWith("tasks-")) // not counted by the suite either
                .isSubsetOf(List.of());
        assertThat(outcome.passed).hasSizeGreaterThanOrEqualTo(40);
    }

    @Test
    void aModernClientBeforeALegacyServer() throws Exception {
        Outcome outcome = run("legacy", "2026-07-28");

        assertThat(outcome.failed)
                .describedAs(outcome.output)
                .filteredOn(scenario -> !scenario.startsWith("tasks-"))
                .isSubsetOf(BEYOND_A_LEGACY_SERVER);
        assertThat(outcome.passed).hasSizeGreaterThanOrEqualTo(34);
    }

    private record Outcome(String output, List<String> passed, List<String> failed) {}

    private static Outcome run(String server, String requirements) throws Exception {
        Process process = new ProcessBuilder(
                        Peers.node(),
                        Peers.installed("@modelcontextprotocol/conformance/dist/index.js")
                                .toString(),
                        "server",
                        "--url",
                        served.address("/" + server + "/mcp").toString(),
                        "--requirements",
                        requirements)
                .directory(Peers.ROOT.resolve("counterparts").toFile())
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
