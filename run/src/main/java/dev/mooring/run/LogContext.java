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

    /** The task, on whatever thread runs it, with a copy of the log context that is here now. For threads that end with the task. */
    static Runnable withCurrentContext(Runnable task) {
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
        if (previous == null) {
            MDC.remove(AgentRun.LOG_KEY);
        } else {
            MDC.put(AgentRun.LOG_KEY, previous);
        }
    }
}
