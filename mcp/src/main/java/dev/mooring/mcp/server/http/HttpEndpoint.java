package dev.mooring.mcp.server.http;

import dev.mooring.mcp.Message;
import dev.mooring.mcp.server.McpServer;
import dev.mooring.mcp.server.Tool;
import dev.mooring.mcp.server.engine.Dispatcher;
import dev.mooring.mcp.server.engine.MemoryBudget;
import dev.mooring.mcp.server.http.engine.MessageEndpoint;
import dev.mooring.mcp.server.http.sessions.MessageRelay;
import dev.mooring.mcp.server.http.sessions.SessionStore;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/** An {@link McpServer} at one path of an {@link HttpServer}. */
@API(status = API.Status.MAINTAINED, since = "0.1")
public final class HttpEndpoint {
    private final String path;
    private final MessageEndpoint messages;
    private final EndpointHandler handler;

    private HttpEndpoint(Builder builder) {
        path = builder.path;
        HttpLimits limits = builder.limits;
        messages = new MessageEndpoint(
                new Dispatcher(builder.server, builder.toolScope),
                new MessageEndpoint.Limits(
                        limits.maxBodyBytes(),
                        limits.maxSessions(),
                        limits.sessionIdleTimeout(),
                        limits.maxStreams(),
                        limits.maxRunningPerCaller(),
                        limits.keepAliveInterval()),
                builder.memory,
                builder.sessions,
                builder.prefersLegacy,
                builder.relay);
        handler = new EndpointHandler(path, builder.access, builder.authenticator, messages);
    }

    /**
     * Returns a builder for an endpoint.
     *
     * @param path the absolute path, such as {@code /mcp}, without a slash at the end
     * @throws IllegalArgumentException if the path is malformed
     */
    public static Builder builder(McpServer server, String path) {
        return new Builder(server, path);
    }

    /** Returns the path. */
    public String path() {
        return path;
    }

    /** Returns the number of open legacy sessions. */
    public int sessionCount() {
        return messages.sessionCount();
    }

    /** Returns the number of requests in flight, listening streams included. */
    public int callsInFlight() {
        return messages.callsInFlight();
    }

    /** Accepts a message that another process of the server has {@linkplain MessageRelay relayed}. */
    public void accept(Message message, @Nullable String principal, @Nullable String sessionId) {
        messages.accept(message, principal, sessionId);
    }

    EndpointHandler handler() {
        return handler;
    }

    /** Refuses new requests, ends listening streams, and waits for calls in flight; cancels them at the timeout. */
    void drain(Duration timeout) {
        messages.drain(timeout);
    }

    /** Builds an {@link HttpEndpoint}. Not thread-safe. */
    public static final class Builder {
        private final McpServer server;
        private final String path;
        private AccessRules access = AccessRules.loopbackOnly();
        private Authenticator authenticator = Authenticator.NONE;
        private HttpLimits limits = HttpLimits.DEFAULT;
        private SessionStore sessions = SessionStore.NONE;
        private BooleanSupplier prefersLegacy = () -> false;
        private MessageRelay relay = MessageRelay.NONE;
        private @Nullable Function<Tool, String> toolScope;
        private MemoryBudget memory = MemoryBudget.OF_PROCESS;

        private Builder(McpServer server, String path) {
            if (!path.startsWith("/") || (path.length() > 1 && path.endsWith("/"))) {
                throw new IllegalArgumentException(
                        "\"" + path + "\" is not an endpoint path. Use an absolute path such as /mcp.");
            }
            this.server = server;
            this.path = path;
        }

        /** Sets the hosts and origins from which requests are accepted; loopback only by default. */
        public Builder access(AccessRules access) {
            this.access = access;
            return this;
        }

        /** Sets the authenticator of callers, also for paths below the endpoint's own. By default all callers are anonymous. */
        public Builder authenticator(Authenticator authenticator) {
            this.authenticator = authenticator;
            return this;
        }

        /**
         * Sets which scope a caller needs for each tool. A caller sees and calls only the tools for which the
         * authenticator has given it the scope. By default callers need none.
         */
        public Builder toolScope(Function<Tool, String> scopeOf) {
            toolScope = scopeOf;
            return this;
        }

        /** Sets the limits. */
        public Builder limits(HttpLimits limits) {
            this.limits = limits;
            return this;
        }

        /** Sets the relay for messages of legacy clients about calls that another process runs; none by default. */
        public Builder relay(MessageRelay relay) {
            this.relay = relay;
            return this;
        }

        /** Sets the store that keeps the sessions of legacy clients beyond this process; none by default. */
        public Builder sessions(SessionStore store) {
            sessions = store;
            return this;
        }

        /**
         * Sets whether the endpoint refuses {@code server/discover}, so that dual-era clients choose the legacy
         * era and keep a session. It still serves all other modern requests. The endpoint evaluates the condition for each
         * such request. By default it answers them.
         */
        public Builder prefersLegacy(BooleanSupplier condition) {
            prefersLegacy = condition;
            return this;
        }

        Builder memory(MemoryBudget budget) {
            memory = budget;
            return this;
        }

        /** Returns the endpoint. */
        public HttpEndpoint build() {
            return new HttpEndpoint(this);
        }
    }
}
