package dev.mooring.agent;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Records the events of agents. */
final class RecordingListener implements AgentListener {
    private final List<AgentEvent> events = new CopyOnWriteArrayList<>();

    @Override
    public void onEvent(AgentEvent event) {
        events.add(event);
    }

    List<AgentEvent> all() {
        return events;
    }

    <T extends AgentEvent> List<T> ofType(Class<T> type) {
        return events.stream().filter(type::isInstance).map(type::cast).toList();
    }

    List<String> names() {
        return events.stream().map(event -> event.getClass().getSimpleName()).toList();
    }
}
