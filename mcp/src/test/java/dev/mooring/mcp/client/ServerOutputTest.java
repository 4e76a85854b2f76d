package dev.mooring.mcp.client;

import static dev.mooring.mcp.client.Misbehaving.call;
import static dev.mooring.mcp.client.Misbehaving.process;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import dev.mooring.mcp.Json;
import java.io.OutputStream;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.LoggerFactory;

/** What the log and error messages contain of the output of a server. */
@Timeout(60)
class ServerOutputTest {
    private static final String SECRET = "hunter2hunter2hunter2";
    private static final ClientOptions OPTIONS = ClientOptions.builder()
            .era(EraChoice.LEGACY)
            .redaction(text -> text.replace(SECRET, "[secret]"))
            .build();

    private final List<String> logged = new CopyOnWriteArrayList<>();
    private final AppenderBase<ILoggingEvent> appender = new AppenderBase<>() {
        @Override
        protected void append(ILoggingEvent event) {
            logged.add(event.getFormattedMessage());
        }
    };

    private Logger logger;
    private Level before;

    @BeforeEach
    void attach() {
        // While another test initializes SLF4J, it returns a substitute.
        await().until(() -> LoggerFactory.getLogger("dev.mooring.mcp") instanceof Logger);
        logger = (Logger) LoggerFactory.getLogger("dev.mooring.mcp");
        before = logger.getLevel();
        appender.start();
        logger.addAppender(appender);
        logger.setLevel(Level.DEBUG);
    }

    @AfterEach
    void detach() {
        logger.detachAppender(appender);
        logger.setLevel(before);
    }

    /** A server that prints the text to its standard error and exits. */
    private static ServerLocation printing(String text) {
        return ServerLocation.Local.of("sh", "-c", "printf '%s' \"$0\" >&2; exit 9", text);
    }

    @Test
    @Tag("process")
    void invalidLinesOnStandardOutputAreLoggedOnce() throws Exception {
        try (McpClient client = McpClient.open(Misbehaving.server(), OPTIONS)) {
            String name = "-" + process(client).pid() + ": skipped a line on standard output";
            call(client, "garbage");
            call(client, "garbage");
            assertThat(logged).filteredOn(line -> line.contains(name)).hasSize(1);
        }
    }

    @Test
    @Tag("process")
    void everyLineOfStandardErrorIsLoggedWithoutSecrets() {
        assertThatThrownBy(() -> McpClient.open(printing("first line\r\nkey " + SECRET + "\nno line break"), OPTIONS))
                .hasMessageContaining("key [secret]");
        await().untilAsserted(() -> assertThat(logged)
                .anyMatch(line -> line.endsWith(": first line"))
                .anyMatch(line -> line.endsWith(": key [secret]"))
                .anyMatch(line -> line.endsWith(": no line break")));
    }

    @Test
    @Tag("process")
    void longLineIsRedactedBeforeItIsCut() {
        String line = "x".repeat(4090) + SECRET + "y".repeat(4090);
        assertThatThrownBy(() -> McpClient.open(printing(line + "\n"), OPTIONS))
                .hasMessageEndingWith("y".repeat(4090))
                .hasMessageNotContaining("unter2");
        await().untilAsserted(() -> assertThat(logged).anyMatch(each -> each.contains("x".repeat(4090))));
        assertThat(logged).noneMatch(each -> each.contains("unter2"));
    }

    @Test
    void invalidEventIsLoggedWithoutSecrets() throws Exception {
        try (ScriptedServer server = new ScriptedServer()) {
            server.setScript(request -> {
                if (!ScriptedServer.legacyOpening(request, null)) {
                    try (OutputStream out = request.events()) {
                        request.event(out, SECRET);
                        request.event(out, request.resultMessage("{\"content\":[]}"));
                    }
                }
            });
            try (McpClient client = McpClient.open(server.location(), OPTIONS)) {
                client.callTool("echo", Json.object());
            }
        }
        assertThat(logged).anyMatch(line -> line.contains("Skipped an event") && line.contains("[secret]"));
        assertThat(logged).noneMatch(line -> line.contains(SECRET));
    }

    @Test
    void rejectedSubscriptionIsLoggedWithoutSecrets() throws Exception {
        ClientOptions modern = OPTIONS.toBuilder().era(EraChoice.MODERN).build();
        try (ScriptedServer server = new ScriptedServer()) {
            server.setScript(request -> {
                if (!ScriptedServer.modernOpening(request)) {
                    request.error(400, -32600, "bad key " + SECRET);
                }
            });
            try (McpClient client = McpClient.open(server.location(), modern);
                    Subscription _ = client.listen(Json.object(), _ -> {})) {
                await().until(() -> logged.stream().anyMatch(line -> line.contains("bad key [secret]")));
            }
        }
        assertThat(logged).noneMatch(line -> line.contains(SECRET));
    }
}
