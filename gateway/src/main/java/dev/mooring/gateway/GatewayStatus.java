package dev.mooring.gateway;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apiguardian.api.API;

/**
 * A snapshot of a gateway for people to read. Contains no complete session id.
 *
 * @param sessions the open sessions of this process, newest first
 * @param replicas the replicas of the gateway; empty if it has only one process
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record GatewayStatus(List<ServerStatus> servers, List<OpenSession> sessions, List<ReplicaStatus> replicas) {
    /**
     * A replica of the gateway.
     *
     * @param address where the other replicas reach it
     * @param isSelf whether it made this snapshot
     * @param isServing whether it has contact with the store, so that it serves its sessions
     * @param isDraining whether it is about to stop, and takes no new sessions
     */
    public record ReplicaStatus(long number, String address, boolean isSelf, boolean isServing, boolean isDraining) {}

    /**
     * The state of an upstream server.
     *
     * @param location the program or address of the server, without arguments and secrets
     * @param detail the number of tools, or why the tools are not known
     * @param tools the names of the tools; empty if they are not known
     * @param remarks how the served tools differ from the server's own, one clause each, such as {@code tools not
     *     served because they run only as tasks: render}
     */
    public record ServerStatus(
            String name, String location, Health health, String detail, List<String> tools, List<String> remarks) {}

    /** The result of the latest listing of a server. */
    public enum Health {
        /** The gateway has not listed the server yet. */
        UNKNOWN,
        /** The latest listing succeeded. */
        READY,
        /** The latest listing failed. */
        FAILING
    }

    /**
     * A session of a client with the gateway.
     *
     * @param number identifies the session in {@link Gateway#endSession}
     * @param shortId the start of the session id: enough to tell sessions apart, too little to use one
     * @param endpoint the name of the server, or empty for the endpoint of all servers
     * @param caller the principal or the name of the client; empty if neither is known
     * @param servers the names of the upstream servers that were called in this session
     * @param lastCalls the last calls, newest first
     */
    public record OpenSession(
            long number,
            String shortId,
            String endpoint,
            String caller,
            Set<String> servers,
            Instant opened,
            Instant lastUsed,
            int calls,
            int errors,
            List<RecentCall> lastCalls) {}

    /**
     * A completed call of a session.
     *
     * @param tool the upstream server's own name of the tool, without a prefix
     * @param arguments the arguments as JSON, shortened; empty unless the gateway records them
     */
    public record RecentCall(
            String server,
            String tool,
            Instant started,
            Duration duration,
            CompletedCall.Status status,
            Optional<String> arguments) {}
}
