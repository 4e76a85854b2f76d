package dev.mooring.run;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;

/** The run id in the log context (MDC) of the current thread. Closing restores the previous value. */
final class LogContext implements AutoCloseable {
    private final @Nullable String previous;

    private LogContext(@Nullable String previous) {
        this.previous = previous;
    }

    static LogContext enter(RunId id) {
        var context = new LogContext(MDC.get(AgentRun.LOG_KEY));
        MDC.put(AgentRun.LOG_KEY, id.value());
        return context;
    }

    /** Returns the task with a copy of the current log context, for a thread that ends with the task. */
    static Runnable withCurrentContext(Runnable task) {
        @Nullable Map<String, String> current = MDC.getCopyOfContextMap();
        return () -> {
            if (current != null) {
                MDC.setContextMap(current);
            }
            task.run();
        };
    }

    @Override
    public void close() {
        if (previous == null) {
            MDC.remove(AgentRun.LOG_KEY);
        } else {
            MDC.put(AgentRun.LOG_KEY, previous);
        }
    }
}
