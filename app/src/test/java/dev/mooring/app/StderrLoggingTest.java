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
    /** What a context configured with this MOORING_LOG writes to the error stream while {@code work} uses it. */
    private static String logged(@Nullable String asked, Consumer<ILoggerFactory> work) {
        var captured = new ByteArrayOutputStream();
        PrintStream stderr = System.err;
        System.setErr(new PrintStream(captured, true, StandardCharsets.UTF_8));
        var context = new LoggerContext();
        context.setMDCAdapter(new LogbackMDCAdapter());
        try {
            StderrLogging.configure(context, asked);
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
    void onlyWarningsAreLogged(@Nullable String asked) {
        assertThat(logged(asked, StderrLoggingTest::everyLevel))
                .contains("WARN  Ours: a warning")
                .contains("WARN  Theirs: a warning")
                .doesNotContain("a fact")
                .doesNotContain("a detail");
    }

    @ParameterizedTest
    @ValueSource(strings = {"debug", "DEBUG", " debug "})
    void debugRaisesOurOwnAndNotTheLibraries(String asked) {
        assertThat(logged(asked, StderrLoggingTest::everyLevel))
                .contains("DEBUG Ours: a detail")
                .contains("INFO  Ours: a fact")
                .doesNotContain("Theirs: a fact");
    }

    @Test
    void aLevelThatIsNoneIsSaidAndWarningsStay() {
        assertThat(logged("loud", StderrLoggingTest::everyLevel))
                .contains("MOORING_LOG is 'loud'")
                .contains("Ours: a warning")
                .doesNotContain("Ours: a fact");
    }

    @Test
    void theProgramUsesThisConfiguration() {
        var context = (LoggerContext) LoggerFactory.getILoggerFactory();
        assertThat(context.getLogger("ROOT").getAppender("stderr")).isNotNull();
    }
}
