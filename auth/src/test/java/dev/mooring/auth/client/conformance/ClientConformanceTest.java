package dev.mooring.auth.client.conformance;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.auth.Counterparts;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(180)
class ClientConformanceTest {
    private static final String CURRENT = "@modelcontextprotocol/conformance/dist/index.js";
    private static final String OLD = "conformance-0.1/dist/index.js";
    private static final Pattern ANNOUNCEMENT = Pattern.compile("\\((\\d+) scenarios\\) in parallel");

    /** A line of the summary: {@code ✓ tools_call: 1 passed, 0 failed}. */
    private static final Pattern VERDICT = Pattern.compile("([✓✗~⊘]) (\\S+): (\\d+) passed, (\\d+) failed.*");

    /** Scenarios in which the client must refuse to sign in, so that it cannot use the server. */
    private static final Set<String> REFUSED_SIGN_INS = Set.of(
            "auth/scope-retry-limit",
            "auth/resource-mismatch",
            "auth/iss-supported-missing",
            "auth/iss-wrong-issuer",
            "auth/iss-unexpected",
            "auth/iss-normalized",
            "auth/metadata-issuer-mismatch");

    /** Scenarios of an extension, which the suite runs beside the required ones. */
    private static final Set<String> CLIENT_CREDENTIALS =
            Set.of("auth/client-credentials-jwt", "auth/client-credentials-basic");

    private static final Set<String> UNSUPPORTED = Set.of(
            "auth/enterprise-managed-authorization",
            "auth/cross-app-access-complete-flow",
            "auth/dpop",
            "auth/dpop-nonce",
            "auth/wif-jwt-bearer");

    private static final String WRONG_IN_THE_OLD_SUITE = "auth/2025-03-26-oauth-metadata-backcompat";

    @TempDir
    Path folder;

    @Nested
    @Tag("counterpart")
    class RequiredScenarios {
        @Test
        void allScenariosOf2025_11_25Pass() throws Exception {
            Outcome outcome = suite(CURRENT, expectedFailures(), "--requirements", "2025-11-25");

            outcome.assertAsExpected();
            assertThat(outcome.scenarios("auth/"))
                    .hasSize(14 + CLIENT_CREDENTIALS.size())
                    .containsAll(CLIENT_CREDENTIALS);
            assertThat(outcome.passed)
                    .contains(
                            "initialize",
                            "tools_call",
                            "elicitation-sep1034-client-defaults",
                            "sse-retry",
                            "json-schema-2020-12-preservation");
        }

        @Test
        void allScenariosOf2026_07_28Pass() throws Exception {
            Outcome outcome = suite(CURRENT, expectedFailures(), "--requirements", "2026-07-28");

            outcome.assertAsExpected();
            assertThat(outcome.scenarios("auth/"))
                    .hasSize(25 + CLIENT_CREDENTIALS.size())
                    .containsAll(CLIENT_CREDENTIALS);
            assertThat(outcome.passed)
                    .contains(
                            "tools_call",
                            "request-metadata",
                            "sep-2322-client-request-state",
                            "http-standard-headers",
                            "http-custom-headers",
                            "http-invalid-tool-headers",
                            "json-schema-ref-no-deref",
                            "json-schema-2020-12-preservation");
        }

        @Test
        void allScenariosOfTheOldSuitePass() throws Exception {
            Outcome outcome = suite(OLD, expectedFailures(), "--suite", "all");

            outcome.assertAsExpected();
            assertThat(outcome.passed)
                    .contains("initialize", "tools_call", "elicitation-sep1034-client-defaults", "sse-retry");
        }
    }

    @Nested
    @Tag("counterpart")
    class OptionalScenarios {
        @ParameterizedTest
        @ValueSource(strings = {"auth/2025-03-26-oauth-metadata-backcompat", "auth/2025-03-26-oauth-endpoint-fallback"})
        void optionalScenarioPasses(String scenario) throws Exception {
            try (ScenarioRelay relay = new ScenarioRelay()) {
                Outcome outcome = run(relay, CURRENT, "client", "--command", relay.command(), "--scenario", scenario);

                assertThat(outcome.exitCode).as(outcome.text + outcome.faults).isZero();
                assertThat(outcome.faults).isEmpty();
            }
        }
    }

    @Nested
    class ExpectedFailures {
        @Test
        void onlyUnsupportedExtensionsAreExpectedToFail() throws Exception {
            assertThat(Files.readAllLines(expectedFailures()))
                    .filteredOn(line -> line.strip().startsWith("- "))
                    .extracting(line -> line.strip().substring(2))
                    .contains(WRONG_IN_THE_OLD_SUITE)
                    .filteredOn(name -> !name.equals(WRONG_IN_THE_OLD_SUITE))
                    .containsExactlyInAnyOrderElementsOf(UNSUPPORTED);
        }

        @Test
        @Tag("counterpart")
        void aPassingScenarioOnTheListFailsTheRun() throws Exception {
            Path stale = Files.writeString(folder.resolve("stale.yml"), "client:\n  - tools_call\n");

            Outcome outcome = suite(OLD, stale, "--suite", "core", "--spec-version", "2025-06-18");

            assertThat(outcome.exitCode).as(outcome.text).isEqualTo(1);
            assertThat(outcome.text).contains("Stale baseline entries");
        }

        @Test
        @Tag("counterpart")
        void aFailingScenarioMissingFromTheListFailsTheRun() throws Exception {
            Path empty = Files.writeString(folder.resolve("empty.yml"), "client: []\n");

            Outcome outcome = suite(OLD, empty, "--suite", "extensions");

            assertThat(outcome.exitCode).as(outcome.text).isEqualTo(1);
            assertThat(outcome.text).contains("Unexpected failures");
        }
    }

    @Test
    @Tag("counterpart")
    void theSuiteCanStartTheClientAsAProgram() throws Exception {
        String command = String.join(
                " ",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                '"' + System.getProperty("java.class.path") + '"',
                ConformanceClient.class.getName());

        Outcome outcome = run(null, CURRENT, "client", "--command", command, "--scenario", "tools_call");

        assertThat(outcome.exitCode).as(outcome.text).isZero();
    }

    private static Path expectedFailures() throws URISyntaxException {
        URL file = ClientConformanceTest.class.getResource("/conformance/expected-failures.yml");
        return Path.of(Objects.requireNonNull(file).toURI());
    }

    private Outcome suite(String suite, Path expected, String... selection) throws Exception {
        try (ScenarioRelay relay = new ScenarioRelay()) {
            List<String> arguments = new ArrayList<>(List.of(selection));
            arguments.addAll(0, List.of("client", "--command", relay.command()));
            arguments.addAll(List.of("--expected-failures", expected.toString(), "--timeout", "90000"));
            return run(relay, suite, arguments.toArray(String[]::new));
        }
    }

    private Outcome run(@Nullable ScenarioRelay relay, String suite, String... arguments)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(
                List.of(Counterparts.node(), Counterparts.installed(suite).toString()));
        command.addAll(List.of(arguments));
        // The suite writes its results into the folder where it runs.
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        StringBuilder text = new StringBuilder();
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8))) {
            String line;
            while ((line = lines.readLine()) != null) {
                text.append(line).append('\n');
                Matcher announcement = ANNOUNCEMENT.matcher(line);
                if (relay != null && announcement.find()) {
                    relay.announce(Integer.parseInt(announcement.group(1)));
                }
            }
            return new Outcome(process.waitFor(), text.toString(), relay == null ? Map.of() : relay.faults());
        } finally {
            process.destroyForcibly();
        }
    }

    /** The output of the suite, and the errors of the clients that it started. */
    private static final class Outcome {
        final int exitCode;
        final String text;
        final Map<String, String> faults;
        final List<String> passed = new ArrayList<>();

        Outcome(int exitCode, String text, Map<String, String> faults) {
            this.exitCode = exitCode;
            this.text = text;
            this.faults = new TreeMap<>(faults);
            Matcher verdict = VERDICT.matcher(text);
            while (verdict.find()) {
                if (verdict.group(1).equals("✓") && verdict.group(4).equals("0")) {
                    passed.add(verdict.group(2));
                }
            }
        }

        /** Returns the names of the passed scenarios with a prefix. */
        List<String> scenarios(String prefix) {
            return passed.stream().filter(name -> name.startsWith(prefix)).toList();
        }

        /** Asserts that the results match the list, and that no client failed without the suite noticing. */
        void assertAsExpected() {
            assertThat(exitCode).as(text + faults).isZero();
            faults.keySet().removeAll(REFUSED_SIGN_INS);
            faults.keySet().removeAll(UNSUPPORTED);
            faults.remove(WRONG_IN_THE_OLD_SUITE);
            assertThat(faults).isEmpty();
        }
    }
}
