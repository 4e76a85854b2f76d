package dev.mooring.app;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.ILoggerFactory;
import org.slf4j.LoggerFactory;

class StderrLoggingTest {
    /** Returns what {@code work} logs to standard error with this value of MOORING_LOG. */
    private static String logged(@Nullable String level, Consumer<ILoggerFactory> work) {
        var captured = new ByteArrayOutputStream();
        PrintStream stderr = System.err;
        System.setErr(new PrintStream(captured, true, StandardCharsets.UTF_8));
        var context = new LoggerContext();
        context.setMDCAdapter(new LogbackMDCAdapter());
        try {
            StderrLogging.configure(context, level);
            work.accept(context);
        } finally {
            context.stop();
            System.setErr(stderr);
        }
        return captured.toString(StandardCharsets.UTF_8);
    }

    private static void everyLevel(ILoggerFactory loggers) {
        for (String name : new String[] {"dev.mooring.app.Ours", "org.example.Theirs"}) {
            loggers.getLogger(name).debug("a detail");
            loggers.getLogger(name).info("a fact");
            loggers.getLogger(name).warn("a warning");
        }
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", "warn"})
    void onlyWarningsAreLoggedByDefault(@Nullable String level) {
        assertThat(logged(level, StderrLoggingTest::everyLevel))
                .contains("WARN  Ours: a warning")
                .contains("WARN  Theirs: a warning")
                .doesNotContain("a fact")
                .doesNotContain("a detail");
    }

    @ParameterizedTest
    @ValueSource(strings = {"debug", "DEBUG", " debug "})
    void debugAppliesToMooringAndNotToLibraries(String level) {
        assertThat(logged(level, StderrLoggingTest::everyLevel))
                .contains("DEBUG Ours: a detail")
                .contains("INFO  Ours: a fact")
                .doesNotContain("Theirs: a fact");
    }

    @Test
    void unknownLevelLogsAWarningAndKeepsTheDefault() {
        assertThat(logged("loud", StderrLoggingTest::everyLevel))
                .contains("Unknown level 'loud' in MOORING_LOG")
                .contains("Ours: a warning")
                .doesNotContain("Ours: a fact");
    }

    @Test
    void tokenInAnAddressAppearsInNoLine() {
        String address = "http://127.0.0.1:7331/mcp/0123456789abcdef-secret";
        String out = logged("trace", context -> {
            var failure = new IllegalStateException("GET " + address, new OutOfMemoryError(address + "?x"));
            context.getLogger("dev.mooring.Ours").error("Failed: {}", address, failure);
            context.getLogger("dev.mooring.Ours").trace(address);
        });

        assertThat(out)
                .contains("/mcp/[secret]", "IllegalStateException", "OutOfMemoryError")
                .doesNotContain("abcdef");
        assertThat(out.split("IllegalStateException", -1)).hasSize(2);
    }

    @Test
    void logbackLoadsThisConfiguration() {
        var context = (LoggerContext) LoggerFactory.getILoggerFactory();
        assertThat(context.getLogger("ROOT").getAppender("stderr")).isNotNull();
    }
}
