package dev.mooring.mcp.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mooring.mcp.Era;
import dev.mooring.mcp.Failure;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class EraDetectionTest {
    private static Era eraOf(ServerLocation location, ClientOptions options) throws Exception {
        try (McpClient client = McpClient.open(location, options)) {
            return client.era();
        }
    }

    private static ClientOptions withEra(EraChoice choice) {
        return ClientOptions.builder().era(choice).build();
    }

    @Nested
    @Tag("process")
    class OverStdio {
        @TempDir
        Path folder;

        @Test
        void aServerThatAnswersTheProbeIsModern() throws Exception {
            assertThat(eraOf(Misbehaving.server("--era", "modern"), ClientOptions.defaults()))
                    .isEqualTo(Era.MODERN);
        }

        @Test
        void aServerThatRejectsTheProbeIsLegacy() throws Exception {
            assertThat(eraOf(Misbehaving.server(), ClientOptions.defaults())).isEqualTo(Era.LEGACY);
        }

        @Test
        void aServerThatIgnoresTheProbeIsLegacy() throws Exception {
            assertThat(eraOf(Misbehaving.server("--probe", "silent"), ClientOptions.defaults()))
                    .isEqualTo(Era.LEGACY);
        }

        @Test
        void aSlowModernServerIsDetectedAsModern() throws Exception {
            assertThat(eraOf(Misbehaving.server("--era", "modern", "--probe", "late"), ClientOptions.defaults()))
                    .isEqualTo(Era.MODERN);
        }

        @Test
        void aServerThatExitsOnTheProbeIsStartedAgain() throws Exception {
            Path starts = folder.resolve("starts");
            ServerLocation leaving = Misbehaving.server("--probe", "exit", "--marker", starts.toString());
            assertThat(eraOf(leaving, ClientOptions.defaults())).isEqualTo(Era.LEGACY);
            assertThat(Files.readAllLines(starts)).hasSize(2);
        }

        @Test
        void theDetectedEraIsCached() throws Exception {
            Path starts = folder.resolve("starts");
            ServerLocation leaving = Misbehaving.server("--probe", "exit", "--marker", starts.toString());
            ClientOptions options = ClientOptions.defaults();
            for (int i = 0; i < 2; i++) {
                assertThat(eraOf(leaving, options)).isEqualTo(Era.LEGACY);
            }
            assertThat(Files.readAllLines(starts)).hasSize(3);
        }

        @Test
        void aWrongCachedEraIsDetectedAgain() throws Exception {
            ServerLocation server = Misbehaving.server("--era", "modern");
            EraCache cache = new EraCache();
            cache.put(server.fingerprint(), Era.LEGACY);
            ClientOptions options = ClientOptions.builder().eraCache(cache).build();
            assertThat(eraOf(server, options)).isEqualTo(Era.MODERN);
            assertThat(cache.get(server.fingerprint())).contains(Era.MODERN);
        }

        @Test
        void theChoiceDecidesTheEraOfADualEraServer() throws Exception {
            ServerLocation both = Misbehaving.server("--era", "both");
            assertThat(eraOf(both, ClientOptions.defaults())).isEqualTo(Era.MODERN);
            assertThat(eraOf(both, withEra(EraChoice.LEGACY_IF_OFFERED))).isEqualTo(Era.LEGACY);
            assertThat(eraOf(both, withEra(EraChoice.LEGACY))).isEqualTo(Era.LEGACY);
            assertThat(eraOf(both, withEra(EraChoice.MODERN))).isEqualTo(Era.MODERN);
        }

        @Test
        void aModernOnlyServerIsModernEvenIfLegacyIsPreferred() throws Exception {
            assertThat(eraOf(Misbehaving.server("--era", "modern"), withEra(EraChoice.LEGACY_IF_OFFERED)))
                    .isEqualTo(Era.MODERN);
        }

        @Test
        void openingFailsInAnEraThatTheServerDoesNotSupport() {
            assertThatThrownBy(() -> McpClient.open(Misbehaving.server(), withEra(EraChoice.MODERN)))
                    .isInstanceOf(OpenFailed.class)
                    .hasMessageContaining("does not support the modern protocol");
            assertThatThrownBy(() -> McpClient.open(Misbehaving.server("--era", "modern"), withEra(EraChoice.LEGACY)))
                    .isInstanceOf(OpenFailed.class)
                    .hasMessageContaining("2026-07-28");
        }

        @Test
        void standardErrorOfAServerThatDoesNotRespondIsReported() {
            ServerLocation waiting = ServerLocation.Local.of(
                    "sh", "-c", "yes filler | head -c 9000 >&2; echo waiting for the database >&2; exec sleep 600");
            for (EraChoice era : EraChoice.values()) {
                ClientOptions hasty = ClientOptions.builder()
                        .era(era)
                        .openTimeout(Duration.ofMillis(500))
                        .closeGrace(Duration.ofMillis(100))
                        .redaction(text -> text.replace("database", "[secret]"))
                        .build();
                assertThatThrownBy(() -> McpClient.open(waiting, hasty)).isInstanceOfSatisfying(OpenFailed.class, e -> {
                    assertThat(e.failure()).isInstanceOf(Failure.TimedOut.class);
                    assertThat(e.getMessage())
                            .startsWith("no response within 500 ms; its standard error ends with:\nfiller")
                            .endsWith("waiting for the [secret]")
                            .hasSizeLessThan(4200);
                });
            }
        }

        @Test
        void openingFailsAfterTheTimeoutAndLeavesNoProcess() throws Exception {
            Path starts = folder.resolve("starts");
            ServerLocation silent = ServerLocation.Local.of("sh", "-c", "echo $$ > " + starts + "; exec sleep 600");
            ClientOptions hasty = ClientOptions.builder()
                    .openTimeout(Duration.ofMillis(300))
                    .closeGrace(Duration.ofMillis(100))
                    .build();
            assertThatThrownBy(() -> McpClient.open(silent, hasty))
                    .isInstanceOfSatisfying(
                            OpenFailed.class, e -> assertThat(e.failure()).isInstanceOf(Failure.TimedOut.class));
            long pid = Long.parseLong(Files.readString(starts).strip());
            assertThat(ProcessHandle.of(pid)).isEmpty();
        }
    }

    @Nested
    class OverHttp {
        private final ScriptedServer server = new ScriptedServer();

        @AfterEach
        void stop() {
            server.close();
        }

        @Test
        void aDiscoverResultMeansModern() throws Exception {
            server.setScript(ScriptedServer::modernOpening);
            assertThat(eraOf(server.location(), ClientOptions.defaults())).isEqualTo(Era.MODERN);
        }

        @Test
        void anyOtherResponseMeansLegacy() throws Exception {
            for (int status : new int[] {400, 404, 405, 406, 415}) {
                server.setScript(request -> {
                    if (request.rpcMethod().equals("server/discover")) {
                        request.reply(status, "text/plain", "what?");
                    } else {
                        ScriptedServer.legacyOpening(request, null);
                    }
                });
                assertThat(eraOf(server.location(), ClientOptions.defaults())).isEqualTo(Era.LEGACY);
            }
        }

        @Test
        void aLegacyServerNeverReceivesAModernToolCall() throws Exception {
            server.setScript(request -> ScriptedServer.legacyOpening(request, "s1"));
            assertThat(eraOf(server.location(), ClientOptions.defaults())).isEqualTo(Era.LEGACY);
            assertThat(server.requests().stream().map(ScriptedServer.Request::rpcMethod))
                    .startsWith("server/discover", "initialize", "notifications/initialized");
        }

        @Test
        void anHttpRefusalLeavesTheEraUndecided() {
            for (int status : new int[] {401, 403, 500, 503}) {
                server.setScript(request -> request.reply(status, null, ""));
                assertThatThrownBy(() -> McpClient.open(server.location(), ClientOptions.defaults()))
                        .isInstanceOfSatisfying(
                                OpenFailed.class,
                                e -> assertThat(e.failure())
                                        .isInstanceOfSatisfying(
                                                Failure.Refused.class,
                                                refused -> assertThat(refused.status())
                                                        .isEqualTo(status)));
            }
            assertThat(server.requests("initialize")).isEmpty();
        }

        @Test
        void anUnsupportedModernVersionIsReported() {
            server.setScript(request -> request.reply(
                    400,
                    "application/json",
                    "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32022,\"message\":\"Unsupported\",\"data\":"
                            + "{\"supported\":[\"2099-01-01\"],\"requested\":\"2026-07-28\"}}}"));
            assertThatThrownBy(() -> McpClient.open(server.location(), ClientOptions.defaults()))
                    .isInstanceOf(OpenFailed.class)
                    .hasMessageContaining("2099-01-01");
            assertThat(server.requests("initialize")).isEmpty();
        }

        @Test
        void aRefusedConnectionIsReported() {
            ServerLocation.Remote gone = server.location();
            server.close();
            assertThatThrownBy(() -> McpClient.open(gone, ClientOptions.defaults()))
                    .isInstanceOf(OpenFailed.class)
                    .hasMessageContaining("cannot connect");
        }
    }
}
