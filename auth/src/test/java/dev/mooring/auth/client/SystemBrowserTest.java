package dev.mooring.auth.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.auth.Counterparts;
import dev.mooring.auth.NodeProcess;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A program that opens the sign-in page with {@code xdg-open}. Its {@code PATH} has only the test's own command. */
@Tag("counterpart")
@Tag("process")
@EnabledOnOs(OS.LINUX)
@Timeout(90)
class SystemBrowserTest {
    @TempDir
    Path folder;

    private NodeProcess provider;
    private NodeProcess server;

    @BeforeEach
    void serve() throws IOException {
        provider = NodeProcess.oidcProvider();
        server = NodeProcess.protectedServer(provider.address("/").toString().replaceFirst("/$", ""));
    }

    @AfterEach
    void stop() {
        server.close();
        provider.close();
    }

    private String output(int seconds) throws Exception {
        var builder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-Dlogback.configurationFile=logback-warnings.xml",
                        "-cp",
                        System.getProperty("java.class.path"),
                        BrowserSignInProgram.class.getName(),
                        server.address("/mcp").toString(),
                        String.valueOf(seconds))
                .redirectErrorStream(true);
        builder.environment().put("PATH", folder.toString());
        Process program = builder.start();
        try {
            return new String(program.getInputStream().readAllBytes(), UTF_8);
        } finally {
            program.descendants().forEach(ProcessHandle::destroyForcibly);
            program.destroyForcibly();
        }
    }

    /** Every user of the machine can read the arguments of a process. */
    @Test
    void theBrowserGetsThePageAndNothingThatRedeemsItsCode() throws Exception {
        Path arguments = folder.resolve("arguments");
        Path browser = Files.writeString(folder.resolve("xdg-open"), """
                #!/bin/sh
                for each in "$@"; do echo "$each"; done > '%s'
                exec '%s' '%s' "$1"
                """.formatted(
                        arguments, Counterparts.node(), Counterparts.script("browser.mjs")));
        Files.setPosixFilePermissions(browser, PosixFilePermissions.fromString("rwx------"));

        assertThat(output(60)).endsWith("ada@example.com\n");

        List<String> given = Files.readAllLines(arguments);
        assertThat(given).hasSize(1);
        assertThat(URI.create(given.getFirst()).getQuery().split("&"))
                .extracting(parameter -> parameter.replaceFirst("=.*", ""))
                .containsExactlyInAnyOrder(
                        "response_type",
                        "client_id",
                        "prompt",
                        "redirect_uri",
                        "scope",
                        "state",
                        "code_challenge",
                        "code_challenge_method",
                        "resource");
    }

    @Test
    void theLogContainsThePageIfThereIsNoBrowser() throws Exception {
        assertThat(output(1))
                .contains("Cannot start a browser", "Open this page to sign in: " + provider.address("/auth?"))
                .contains("Cannot sign in to " + server.address("/mcp"));
    }
}
