package dev.mooring.app;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.spi.ContextAwareBase;
import org.jspecify.annotations.Nullable;

/**
 * Logs to the error stream: warnings only, and of Mooring's own code what {@code MOORING_LOG} asks for
 * ({@code trace}, {@code debug}, {@code info}, {@code warn}, {@code error} or {@code off}).
 *
 * <p>Logback finds it as a service. In code and not in a {@code logback.xml}, because reading XML would be a good part
 * of the time a short command takes.
 */
public final class StderrLogging extends ContextAwareBase implements Configurator {
    @Override
    public ExecutionStatus configure(LoggerContext context) {
        configure(context, System.getenv("MOORING_LOG"));
        return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
    }

    static void configure(LoggerContext context, @Nullable String asked) {
        var encoder = new PatternLayoutEncoder();
        encoder.setContext(context);
        encoder.setPattern("%d{HH:mm:ss.SSS} %-5level %logger{0}: %msg%n");
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

        if (asked != null && !asked.isBlank()) {
            Logger ours = context.getLogger("dev.mooring");
            @Nullable Level level = Level.toLevel(asked.strip(), null);
            if (level == null) {
                ours.warn("MOORING_LOG is '{}', which is no level: trace, debug, info, warn, error or off", asked);
            } else {
                ours.setLevel(level);
            }
        }
    }
}
