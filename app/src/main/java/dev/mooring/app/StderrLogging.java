package dev.mooring.app;

import static java.nio.charset.StandardCharsets.UTF_8;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.spi.ContextAwareBase;
import dev.mooring.app.terminal.Printable;
import org.jspecify.annotations.Nullable;

/**
 * Configures logging to standard error. The level is {@code warn}, or for Mooring's own code that of the environment
 * variable {@code MOORING_LOG}: {@code trace}, {@code debug}, {@code info}, {@code warn}, {@code error} or {@code off}.
 *
 * <p>Logback loads it as a service. It replaces a {@code logback.xml}, because parsing XML would slow down short commands.
 */
public final class StderrLogging extends ContextAwareBase implements Configurator {
    @Override
    public ExecutionStatus configure(LoggerContext context) {
        configure(context, System.getenv("MOORING_LOG"));
        return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
    }

    static void configure(LoggerContext context, @Nullable String levelName) {
        var encoder = new PatternLayoutEncoder() {
            @Override
            public byte[] encode(ILoggingEvent event) {
                return Printable.text(new String(super.encode(event), UTF_8)).getBytes(UTF_8);
            }
        };
        encoder.setContext(context);
        // The masked part can be a token, for example in the message of an exception.
        encoder.setPattern(
                "%replace(%d{HH:mm:ss.SSS} %-5level %logger{0}: %msg%n%ex){'/mcp/[A-Za-z0-9._~-]{16,512}', '/mcp/[secret]'}%nopex");
        encoder.start();

        var appender = new ConsoleAppender<ILoggingEvent>();
        appender.setContext(context);
        appender.setName("stderr");
        appender.setTarget("System.err");
        appender.setEncoder(encoder);
        appender.start();

        Logger root = context.getLogger(Logger.ROOT_LOGGER_NAME);
        root.setLevel(Level.WARN);
        root.addAppender(appender);

        if (levelName != null && !levelName.isBlank()) {
            Logger mooring = context.getLogger("dev.mooring");
            @Nullable Level level = Level.toLevel(levelName.strip(), null);
            if (level == null) {
                mooring.warn(
                        "Unknown level '{}' in MOORING_LOG. Use trace, debug, info, warn, error or off.", levelName);
            } else {
                mooring.setLevel(level);
            }
        }
    }
}
