package dev.mooring.session;

import dev.mooring.run.SingleFlight;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The sessions of one owner, and who has yet to be told that one of them was lost. */
final class Moorings {
    private final Owner owner;
    private final SingleFlight<String, HeldSession> sessions;

    /** By server: why its session was lost, by the invocations that have not heard of it. */
    private final Map<String, Map<String, String>> untold = new ConcurrentHashMap<>();

    /** Threads that close sessions of this owner. */
    private final Set<Thread> closers = ConcurrentHashMap.newKeySet();

    Moorings(Owner owner) {
        this.owner = owner;
        this.sessions = new SingleFlight<>(owner.threads(), HeldSession::close);
    }

    Owner owner() {
        return owner;
    }

    SingleFlight<String, HeldSession> sessions() {
        return sessions;
    }

    /** Takes the news that this invocation has not heard yet: why the session was lost, or null if there is none. */
    @Nullable
    String takeNews(String server, String invocation) {
        Map<String, String> news = untold.get(server);
        return news == null ? null : news.remove(invocation);
    }

    /** Everybody who used the session is to be told, but for the one who found out. False if somebody else was first. */
    boolean lose(HeldSession session, @Nullable String finder, String reason) {
        String server = session.server().name();
        if (!sessions.forget(server, session)) {
            return false;
        }
        Map<String, String> news = untold.computeIfAbsent(server, name -> new ConcurrentHashMap<>());
        for (String user : session.users()) {
            if (!user.equals(finder)) {
                news.put(user, reason);
            }
        }
        return true;
    }

    /** Closes a session that is no longer held, without making anybody wait but {@link #end}. */
    void closeAside(HeldSession session) {
        Thread closer = Thread.ofVirtual().name("mooring-close").unstarted(() -> {
            try {
                session.close();
            } finally {
                closers.remove(Thread.currentThread());
            }
        });
        closers.add(closer);
        closer.start();
    }

    /** Ends everything: what is being opened is broken off, what is open is closed, all at once. Blocks until then. */
    void end() {
        sessions.close(new OwnerEnded(owner)).values().forEach(this::closeAside);
        // Each session bounds its own end, so this is bounded too.
        for (Thread closer : Set.copyOf(closers)) {
            try {
                closer.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
