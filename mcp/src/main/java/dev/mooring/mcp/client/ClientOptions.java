package dev.mooring.mcp.client;

import dev.mooring.mcp.Implementation;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.Methods;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.UnaryOperator;
import tools.jackson.databind.node.ObjectNode;

/**
 * How a connection behaves.
 *
 * @param callTimeout how long a call may take; progress extends it
 * @param callCap how long a call may take however much progress it makes
 * @param closeGrace how long a local server has to leave by itself at the end of input, and again after SIGTERM
 * @param maxMessageBytes a longer message from the server fails its call
 * @param redaction takes secrets out of what the server said before it is logged or told
 * @param capabilities what is declared to the server; it follows the handlers
 */
public record ClientOptions(
        Implementation client,
        EraChoice era,
        EraCache eraCache,
        Duration openTimeout,
        Duration callTimeout,
        Duration callCap,
        Duration closeGrace,
        int maxMessageBytes,
        NotificationListener notifications,
        UnaryOperator<String> redaction,
        Map<String, ClientHandler> handlers,
        ObjectNode capabilities) {

    public ClientOptions {
        handlers = Map.copyOf(handlers);
    }

    public static ClientOptions defaults() {
        return new Builder().build();
    }

    public static Builder builder() {
        return new Builder();
    }

    public Builder toBuilder() {
        Builder builder = new Builder()
                .client(client)
                .era(era)
                .eraCache(eraCache)
                .openTimeout(openTimeout)
                .callTimeout(callTimeout, callCap)
                .closeGrace(closeGrace)
                .maxMessageBytes(maxMessageBytes)
                .notifications(notifications)
                .redaction(redaction);
        builder.handlers.putAll(handlers);
        builder.capabilities.setAll(capabilities);
        return builder;
    }

    /** Starts from the defaults. */
    public static final class Builder {
        private Implementation client = Implementation.of("mooring", "0.1.0");
        private EraChoice era = EraChoice.DETECT;
        private EraCache eraCache = EraCache.inMemory();
        private Duration openTimeout = Duration.ofSeconds(30);
        private Duration callTimeout = Duration.ofSeconds(60);
        private Duration callCap = Duration.ofMinutes(10);
        private Duration closeGrace = Duration.ofSeconds(2);
        private int maxMessageBytes = 64 * 1024 * 1024;
        private NotificationListener notifications = notification -> {};
        private UnaryOperator<String> redaction = UnaryOperator.identity();
        private final Map<String, ClientHandler> handlers = new LinkedHashMap<>();
        private final ObjectNode capabilities = Json.object();

        private Builder() {}

        public Builder client(Implementation value) {
            client = value;
            return this;
        }

        public Builder era(EraChoice value) {
            era = value;
            return this;
        }

        public Builder eraCache(EraCache value) {
            eraCache = value;
            return this;
        }

        public Builder openTimeout(Duration value) {
            openTimeout = value;
            return this;
        }

        public Builder callTimeout(Duration value, Duration cap) {
            callTimeout = value;
            callCap = cap;
            return this;
        }

        public Builder closeGrace(Duration value) {
            closeGrace = value;
            return this;
        }

        public Builder maxMessageBytes(int value) {
            maxMessageBytes = value;
            return this;
        }

        public Builder notifications(NotificationListener value) {
            notifications = value;
            return this;
        }

        public Builder redaction(UnaryOperator<String> value) {
            redaction = value;
            return this;
        }

        public Builder roots(ClientHandler handler) {
            return handler(Methods.ROOTS_LIST, "roots", Json.object(), handler);
        }

        public Builder sampling(ClientHandler handler) {
            return handler(Methods.SAMPLE, "sampling", Json.object(), handler);
        }

        /** Answers elicitation by form; an empty capability means just that, in both eras. */
        public Builder elicitation(ClientHandler handler) {
            return handler(Methods.ELICIT, "elicitation", Json.object(), handler);
        }

        /** Declares a capability for which each call brings its own handlers; see {@link RelayOptions}. */
        public Builder capability(String capability, ObjectNode detail) {
            capabilities.set(capability, detail);
            return this;
        }

        /** Answers a method of the server's, and declares the capability that says so. */
        public Builder handler(String method, String capability, ObjectNode detail, ClientHandler handler) {
            handlers.put(method, handler);
            capabilities.set(capability, detail);
            return this;
        }

        public ClientOptions build() {
            return new ClientOptions(
                    client,
                    era,
                    eraCache,
                    openTimeout,
                    callTimeout,
                    callCap,
                    closeGrace,
                    maxMessageBytes,
                    notifications,
                    redaction,
                    handlers,
                    capabilities.deepCopy());
        }
    }
}
