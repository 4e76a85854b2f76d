package dev.mooring.session;

/** Hears of sessions, on whatever thread it happens: must return at once, and must not throw. */
@FunctionalInterface
public interface SessionListener {
    void onEvent(SessionEvent event);
}
