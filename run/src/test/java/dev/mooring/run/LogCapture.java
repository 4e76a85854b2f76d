package dev.mooring.run;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.LoggerFactory;

/** Captures the log events of the module until it is closed. */
final class LogCapture extends AppenderBase<ILoggingEvent> implements AutoCloseable {
    private final Logger logger = (Logger) LoggerFactory.getLogger("dev.mooring.run");
    private final List<ILoggingEvent> events = new CopyOnWriteArrayList<>();

    LogCapture() {
        setContext(logger.getLoggerContext());
        start();
        logger.addAppender(this);
    }

    @Override
    protected void append(ILoggingEvent event) {
        event.prepareForDeferredProcessing();
        events.add(event);
    }

    List<String> messages() {
        return events.stream().map(ILoggingEvent::getFormattedMessage).toList();
    }

    List<ILoggingEvent> events() {
        return events;
    }

    @Override
    public void close() {
        logger.detachAppender(this);
        stop();
    }
}
