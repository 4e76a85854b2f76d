package dev.mooring.app.chat;

import dev.mooring.agent.AgentEvent;
import dev.mooring.agent.AgentListener;
import dev.mooring.app.terminal.Elapsed;
import dev.mooring.session.SessionEvent;
import dev.mooring.session.SessionListener;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;

/** The sessions that are open now, with the number of calls of each. Thread-safe. */
public final class OpenSessions implements SessionListener, AgentListener {
    /** An open session; {@code since} is a {@link System#nanoTime}. */
    private record Open(String server, String era, long since, int calls) {
        Open withCall() {
            return new Open(server, era, since, calls + 1);
        }
    }

    private final Map<String, Open> open = new ConcurrentSkipListMap<>();

    @Override
    public void onEvent(SessionEvent event) {
        switch (event) {
            case SessionEvent.Opened opened ->
                open.put(
                        opened.session(),
                        new Open(opened.server(), opened.era().name().toLowerCase(Locale.ROOT), System.nanoTime(), 0));
            case SessionEvent.Lost lost -> open.remove(lost.session());
            case SessionEvent.Closed closed -> open.remove(closed.session());
            case SessionEvent.OpeningFailed _, SessionEvent.Reused _ -> {
                // No session opens or closes.
            }
        }
    }

    @Override
    public void onEvent(AgentEvent event) {
        if (event instanceof AgentEvent.ToolReturned returned && returned.session() != null) {
            open.computeIfPresent(returned.session(), (id, session) -> session.withCall());
        }
    }

    /** Returns a line for each open session. */
    public List<String> lines() {
        return open.entrySet().stream()
                .map(entry -> String.format(
                        Locale.ROOT,
                        "%s  %s  %s, open for %s, %d call%s",
                        entry.getKey(),
                        entry.getValue().server(),
                        entry.getValue().era(),
                        Elapsed.text(Duration.ofNanos(
                                System.nanoTime() - entry.getValue().since())),
                        entry.getValue().calls(),
                        entry.getValue().calls() == 1 ? "" : "s"))
                .toList();
    }
}
