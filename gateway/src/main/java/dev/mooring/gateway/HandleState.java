package dev.mooring.gateway;

import dev.mooring.mcp.client.ResumableSession;
import java.time.Instant;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The state of a handle in a store, with which another process can continue it. Immutable.
 *
 * @param label the start of the id, for people
 * @param callerName the name of the caller for people; may be empty
 * @param upstreams the open upstream sessions by the name of their server
 */
record HandleState(
        String label, String callerName, Instant opened, Map<String, UpstreamState> upstreams, Set<HandleMark> marks) {
    /**
     * An open upstream session.
     *
     * @param resumable the session if it outlives this process; null if it ends with the process
     */
    record UpstreamState(@Nullable ResumableSession resumable) {}

    HandleState {
        upstreams = Map.copyOf(upstreams);
        marks = Set.copyOf(marks);
    }

    HandleState with(String server, UpstreamState upstream) {
        Map<String, UpstreamState> more = new LinkedHashMap<>(upstreams);
        more.put(server, upstream);
        return new HandleState(label, callerName, opened, more, marks);
    }

    HandleState without(String server) {
        Map<String, UpstreamState> fewer = new LinkedHashMap<>(upstreams);
        fewer.remove(server);
        return new HandleState(label, callerName, opened, fewer, marks);
    }

    HandleState marked(HandleMark mark) {
        Set<HandleMark> more = new HashSet<>(marks);
        more.add(mark);
        return new HandleState(label, callerName, opened, upstreams, more);
    }

    /** Returns whether a session outlives the process. */
    boolean isResumable() {
        return upstreams.values().stream().anyMatch(upstream -> upstream.resumable() != null);
    }
}
