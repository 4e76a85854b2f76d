package dev.mooring.agent;

import org.apiguardian.api.API;

/**
 * A listener for the events of agents. Agents call it on the thread where the event happens, and many threads may call it at
 * once, so implementations return quickly. An exception of a listener is logged and has no other effect on the agent.
 * Sessions and runs have listeners of their own.
 */
@API(status = API.Status.MAINTAINED, since = "0.1")
@FunctionalInterface
public interface AgentListener {
    /** Ignores all events. */
    AgentListener NONE = event -> {};

    /** Receives one event. */
    void onEvent(AgentEvent event);

    /** Returns a listener that passes each event to this listener and then, unless this listener throws, to the other. */
    default AgentListener andThen(AgentListener other) {
        return event -> {
            onEvent(event);
            other.onEvent(event);
        };
    }
}
