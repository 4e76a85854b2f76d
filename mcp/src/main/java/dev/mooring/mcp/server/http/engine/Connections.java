package dev.mooring.mcp.server.http.engine;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The open connections. Closes those of slow clients, and keeps their number below a limit, overall and per address.
 *
 * <p>At a limit a new connection evicts another one that waits for its client: first one on which no request was accepted
 * yet, then the one that waits longest. A connection whose request the server works on is never evicted, but one whose
 * request body is still arriving can be. So clients that only hold connections open evict each other, and not the clients
 * that send requests. Thread-safe.
 */
final class Connections {
    private static final Logger LOG = LoggerFactory.getLogger(Connections.class);
    private static final Duration CHECK_INTERVAL = Duration.ofMillis(500);

    private final int max;
    private final Set<String> proxies;
    private final Set<WatchedEndPoint> open = ConcurrentHashMap.newKeySet();
    private final Map<String, Integer> countByAddress = new ConcurrentHashMap<>();
    private volatile Thread checker = Thread.ofVirtual().unstarted(() -> {});

    /**
     * @param max the maximum number of connections; one address can have half of them
     * @param proxies the addresses to which the limit per address does not apply
     */
    Connections(int max, Set<String> proxies) {
        this.max = max;
        this.proxies = proxies;
    }

    /** Adds a connection. Returns false if every other connection is in use, so that the new one must be closed. */
    boolean add(WatchedEndPoint added) {
        String address = added.address();
        int ofAddress = countByAddress.merge(address, 1, Integer::sum);
        boolean hasRoom = true;
        if (ofAddress > max / 2 && !proxies.contains(address)) {
            hasRoom = evict(each -> address.equals(each.address()));
        }
        if (hasRoom && open.size() >= max) {
            hasRoom = evict(each -> true);
        }
        open.add(added);
        return hasRoom;
    }

    void remove(WatchedEndPoint removed) {
        if (open.remove(removed)) {
            countByAddress.computeIfPresent(removed.address(), (_, count) -> count == 1 ? null : count - 1);
        }
    }

    /** Synchronized, so that two new connections do not evict the same one. */
    private synchronized boolean evict(Predicate<WatchedEndPoint> candidates) {
        @Nullable
        WatchedEndPoint victim = open.stream()
                .filter(candidates.and(each -> !each.progress().isWorking()))
                .min(Comparator.comparing(
                                (WatchedEndPoint each) -> each.progress().isAccepted())
                        .thenComparingLong(each -> each.progress().waitingSince()))
                .orElse(null);
        if (victim == null) {
            return false;
        }
        close(victim, "Connection limit reached");
        return true;
    }

    private void close(WatchedEndPoint connection, String reason) {
        LOG.debug("Closing a connection of {}: {}", connection.address(), reason);
        remove(connection);
        connection.close(new TimeoutException(reason));
    }

    void start() {
        checker = Thread.ofVirtual().name("mcp-http-deadlines").start(this::check);
    }

    private void check() {
        try {
            while (true) {
                Thread.sleep(CHECK_INTERVAL);
                long now = System.nanoTime();
                List<WatchedEndPoint> slow = open.stream()
                        .filter(each -> each.progress().isTooSlow(now))
                        .toList();
                slow.forEach(each -> close(each, "The client is too slow"));
            }
        } catch (InterruptedException e) {
            // stop() ends the thread.
        }
    }

    void stop() {
        checker.interrupt();
    }
}
