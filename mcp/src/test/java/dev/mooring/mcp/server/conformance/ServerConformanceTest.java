package dev.mooring.mcp.server.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.mcp.Counterparts;
import dev.mooring.mcp.server.NodeProgram;
import dev.mooring.mcp.server.http.HttpEndpoint;
import dev.mooring.mcp.server.http.HttpServer;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
@Tag("counterpart")
class ServerConformanceTest {
    private static final String CURRENT = "@modelcontextprotocol/conformance/dist/index.js";
    private static final String PREVIOUS = "conformance-0.1/dist/index.js";

    /** A line of the report, such as {@code ✓ tools-list: 4 passed, 0 failed}. */
    private static final Pattern VERDICT = Pattern.compile("[✓✗~⊘] (\\S+): (\\d+) passed, (\\d+) failed.*");

    private static HttpServer http;

    @BeforeAll
    static void start() throws Exception {
        http = HttpServer.start(
                HttpEndpoint.builder(ConformanceFixture.server(), "/mcp").build());
    }

    @AfterAll
    static void stop() throws Exception {
        http.close();
    }

    @Test
    void legacyRequirementsPass() throws Exception {
        Outcome outcome = run(CURRENT, "--requirements", "2025-11-25");

        assertThat(outcome.failed).describedAs(outcome.output).isEmpty();
        assertThat(outcome.passed)
                .hasSizeGreaterThanOrEqualTo(32)
                .contains("server-initialize", "server-session-lifecycle", "json-schema-2020-12");
        assertThat(outcome.exitCode).isZero();
    }

    @Test
    void modernRequirementsPass() throws Exception {
        Outcome outcome = run(CURRENT, "--requirements", "2026-07-28");

        // The server does not have the tasks extension. The suite runs its scenarios, but does not require them.
        assertThat(outcome.failed).describedAs(outcome.output).allMatch(scenario -> scenario.startsWith("tasks-"));
        assertThat(outcome.passed)
                .hasSizeGreaterThanOrEqualTo(40)
                .contains("server-stateless", "http-header-validation", "http-custom-header-server-validation");
        assertThat(outcome.exitCode).isZero();
    }

    @Test
    void sessionLifecyclePasses() throws Exception {
        Outcome outcome = run(CURRENT, "--scenario", "server-session-lifecycle");

        assertThat(outcome.output).contains("Passed: 3/3");
        assertThat(outcome.exitCode).isZero();
    }

    @Test
    void previousSuitePasses() throws Exception {
        Outcome outcome = run(PREVIOUS);

        assertThat(outcome.failed).describedAs(outcome.output).isEmpty();
        assertThat(outcome.passed).hasSizeGreaterThanOrEqualTo(30);
        assertThat(outcome.exitCode).isZero();
    }

    private record Outcome(int exitCode, String output, List<String> passed, List<String> failed) {}

    private static Outcome run(String suite, String... options) throws Exception {
        List<String> arguments = new ArrayList<>(List.of(
                Counterparts.installed(suite).toString(),
                "server",
                "--url",
                http.uri("/mcp").toString()));
        arguments.addAll(List.of(options));
        NodeProgram.Ended ended = NodeProgram.run(arguments);
        List<String> passed = new ArrayList<>();
        List<String> failed = new ArrayList<>();
        ended.output().lines().forEach(line -> {
            Matcher verdict = VERDICT.matcher(line);
            if (verdict.matches() && !verdict.group(2).equals("0")) {
                (verdict.group(3).equals("0") ? passed : failed).add(verdict.group(1));
            } else if (verdict.matches() && !verdict.group(3).equals("0")) {
                failed.add(verdict.group(1));
            }
        });
        return new Outcome(ended.exitCode(), ended.output(), passed, failed);
    }
}
