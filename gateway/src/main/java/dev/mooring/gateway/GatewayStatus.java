package dev.mooring.gateway;

import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What is going on in a gateway, for people. No handle stands in it whole. */
public record GatewayStatus(List<ServerStatus> servers, List<OpenHandle> handles) {
    /**
     * A server behind the gateway.
     *
     * @param where its program or address, without arguments or secrets
     * @param detail what it offers, or why that is not known
     * @param leftOut the names of tools that cannot be passed on
     * @param withheld the names of tools that the servers file does not allow without asking a person
     * @param argument the name of the argument that says which session; null where it keeps no state in sessions
     */
    public record ServerStatus(
            String name,
            String where,
            Health health,
            String detail,
            List<String> leftOut,
            List<String> withheld,
            @Nullable String argument) {}

    /** Whether a server can be reached. */
    public enum Health {
        NOT_ASKED,
        READY,
        FAILING
    }

    /**
     * A handle that was given out and has not ended.
     *
     * @param number names it here
     * @param endpoint the server, or empty for all together
     * @param caller who got it, as far as that is known
     * @param servers those that a session was opened with
     */
    public record OpenHandle(
            long number,
            String shortId,
            String endpoint,
            String caller,
            Set<String> servers,
            Instant opened,
            Instant lastUsed,
            int calls,
            int errors) {}
}
