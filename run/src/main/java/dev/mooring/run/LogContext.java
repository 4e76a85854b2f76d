package dev.mooring.run;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;

/** A run's id in the log context of the current thread, until closed: then the context says what it said before. */
final class LogContext implements AutoCloseable {
    private final @Nullable String before;

    private LogContext(@Nullable String before) {
        this.before = before;
    }

    static LogContext enter(RunId id) {
        var context = new LogContext(MDC.get(AgentRun.LOG_KEY));
        MDC.put(AgentRun.LOG_KEY, id.value());
        return context;
    }

    /** The task, on whatever thread runs it, with a copy of the log context that is here now. For threads that end with the task. */
    static Runnable carriedTo(Runnable task) {
        @Nullable Map<String, String> here = MDC.getCopyOfContextMap();
        return () -> {
            if (here != null) {
                MDC.setContextMap(here);
            }
            task.run();
        };
    }

    @Override
    public void close() {
        if (before == null) {
            MDC.remove(AgentRun.LOG_KEY);
        } else {
            MDC.put(AgentRun.LOG_KEY, before);
        }
    }
}
