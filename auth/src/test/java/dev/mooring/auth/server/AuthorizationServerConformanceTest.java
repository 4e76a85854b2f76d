package dev.mooring.auth.server;

import static dev.mooring.auth.server.LoginServer.ADA;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.auth.Counterparts;
import dev.mooring.auth.grant.AuthorizationStore;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The scenarios of the official conformance suite for authorization servers. */
@Tag("counterpart")
@Timeout(90)
class AuthorizationServerConformanceTest {
    @Test
    void allScenariosForAuthorizationServersPass() throws Exception {
        try (LoginServer server = new LoginServer(
                AuthorizationStore.inMemory(),
                login -> login.client(
                        new ConfiguredClient("suite", "Suite", List.of("http://127.0.0.1/callback"), null)))) {
            Process suite = new ProcessBuilder(
                            Counterparts.node(),
                            Counterparts.installed("@modelcontextprotocol/conformance/dist/index.js")
                                    .toString(),
                            "authorization",
                            "--url",
                            server.issuer(),
                            "--client-id",
                            "suite",
                            "--resource",
                            server.notes.resource(),
                            "--port",
                            String.valueOf(freePort()))
                    .redirectErrorStream(true)
                    .start();
            try {
                StringBuilder output = new StringBuilder();
                try (BufferedReader lines = suite.inputReader(UTF_8)) {
                    String line = lines.readLine();
                    while (line != null) {
                        output.append(line).append('\n');
                        if (line.startsWith(server.issuer() + "/authorize?")) {
                            consent(server, URI.create(line));
                        }
                        line = lines.readLine();
                    }
                }
                assertThat(suite.waitFor()).as(output.toString()).isZero();
                assertThat(output.toString())
                        .contains("authorization-server-metadata-endpoint", "authorization-code-grant")
                        .containsPattern("authorization-code-grant\\S*: 1 passed, 0 failed");
            } finally {
                suite.destroyForcibly().onExit().join();
            }
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    /** Does what a person does with the page that the suite names. */
    private static void consent(LoginServer server, URI page) throws IOException, InterruptedException {
        HttpResponse<String> opened = server.send(HttpRequest.newBuilder(page).header("Cookie", "who=" + ADA));
        HttpResponse<String> decided = server.decide(ADA, opened.body(), Consent.ALLOW);
        String location = decided.headers().firstValue("Location").orElseThrow();
        assertThat(server.send(HttpRequest.newBuilder(URI.create(location))).statusCode())
                .isEqualTo(200);
    }
}
