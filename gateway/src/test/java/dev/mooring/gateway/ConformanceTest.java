package dev.mooring.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.mcp.client.EraChoice;
import dev.mooring.session.ToolServer;
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

    /** Questions to the client's model are not passed on: the specification is about to drop them. */
    private static final List<String> SAMPLING = List.of("tools-call-sampling");

    /**
     * What a legacy server cannot know: it asks one question at a time, by no name, of a client that it takes to be
     * the gateway, with no state of its own to travel; and only forms are passed on.
     */
    private static final List<String> ASKED_IN_ANOTHER_WAY = List.of(
            "server-stateless", // the checks that a client without a capability is refused before it is asked
            "input-required-result-basic-elicitation", // looks for the server's own name of the question
            "input-required-result-basic-sampling",
            "input-required-result-basic-list-roots",
            "input-required-result-request-state",
            "input-required-result-multiple-input-requests",
            "input-required-result-multi-round",
            "input-required-result-non-tool-request",
            "input-required-result-capability-check");

    private static ServedGateway served;

    @BeforeAll
    static void start() throws Exception {
        ToolServer legacy = Peers.javaProgram("legacy", FIXTURE);
        ToolServer modern = Peers.javaProgram("modern", FIXTURE);
        served = ServedGateway.of(legacy, modern.with(modern.settings().withEra(EraChoice.MODERN)));
    }

    @AfterAll
    static void stop() throws Exception {
        served.close();
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
                .isSubsetOf(ASKED_IN_ANOTHER_WAY);
        assertThat(outcome.passed).hasSizeGreaterThanOrEqualTo(30);
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
