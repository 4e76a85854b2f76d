package dev.mooring.agent;

/**
 * Told what agents do, on the thread where it happens: so it should be quick, and is called by many threads at once. What it throws is
 * logged and harms nobody. What happens to sessions and runs is told by their own listeners.
 */
@FunctionalInterface
public interface AgentListener {
    /** Hears nothing. */
    AgentListener NONE = event -> {};

    void on(AgentEvent event);

    /** Tells both. */
    default AgentListener and(AgentListener other) {
        return event -> {
            on(event);
            other.on(event);
        };
    }
}
