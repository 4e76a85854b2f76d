package dev.mooring.mcp.client;

import dev.mooring.mcp.Implementation;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.Methods;
import dev.mooring.mcp.client.credentials.CredentialSource;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.apiguardian.api.API;
import tools.jackson.databind.node.ObjectNode;

/** Settings of a connection. Immutable. */
@API(status = API.Status.MAINTAINED, since = "0.1")
public final class ClientOptions {
    private final Implementation client;
    private final EraChoice era;
    private final EraCache eraCache;
    private final Duration openTimeout;
    private final Duration callTimeout;
    private final Duration maxCallTime;
    private final Duration closeGrace;
    private final int maxMessageBytes;
    private final CredentialSource credentials;
    private final NotificationListener notifications;
    private final UnaryOperator<String> redaction;
    private final boolean quotesStderr;
    private final Map<String, ClientHandler> handlers;
    private final ObjectNode capabilities;

    private ClientOptions(Builder builder) {
        client = builder.client;
        era = builder.era;
        eraCache = builder.eraCache;
        openTimeout = builder.openTimeout;
        callTimeout = builder.callTimeout;
        maxCallTime = builder.maxCallTime;
        closeGrace = builder.closeGrace;
        maxMessageBytes = builder.maxMessageBytes;
        credentials = builder.credentials;
        notifications = builder.notifications;
        redaction = builder.redaction;
        quotesStderr = builder.quotesStderr;
        handlers = Map.copyOf(builder.handlers);
        capabilities = builder.capabilities.deepCopy();
    }

    /** Returns the default settings. */
    public static ClientOptions defaults() {
        return new Builder().build();
    }

    /** Returns a builder that starts from the defaults. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns a builder that starts from these settings. */
    public Builder toBuilder() {
        Builder builder = new Builder()
                .client(client)
                .era(era)
                .eraCache(eraCache)
                .openTimeout(openTimeout)
                .callTimeout(callTimeout, maxCallTime)
                .closeGrace(closeGrace)
                .maxMessageBytes(maxMessageBytes)
                .credentials(credentials)
                .notifications(notifications)
                .redaction(redaction)
                .quotesStderr(quotesStderr);
        builder.handlers.putAll(handlers);
        builder.capabilities.setAll(capabilities);
        return builder;
    }

    /** Returns how the client identifies itself to the server. */
    public Implementation client() {
        return client;
    }

    /** Returns the era in which to connect. */
    public EraChoice era() {
        return era;
    }

    /** Returns the cache of detected eras, which options share with those that {@link #toBuilder} derives from them. */
    EraCache eraCache() {
        return eraCache;
    }

    /** Returns how long the opening of the connection may take. */
    public Duration openTimeout() {
        return openTimeout;
    }

    /** Returns how long a request may take without progress. */
    public Duration callTimeout() {
        return callTimeout;
    }

    /** Returns how long a request may take even with progress. */
    public Duration maxCallTime() {
        return maxCallTime;
    }

    /** Returns how long a local server may take to exit after the end of its input, and again after SIGTERM. */
    public Duration closeGrace() {
        return closeGrace;
    }

    /** Returns the largest message to accept from the server; a larger one fails its request. */
    public int maxMessageBytes() {
        return maxMessageBytes;
    }

    /** Returns the source of the credentials for a remote server. */
    public CredentialSource credentials() {
        return credentials;
    }

    /** Returns the listener for notifications of the server. */
    public NotificationListener notifications() {
        return notifications;
    }

    /** Returns the function that removes secrets from text of the server before it is logged or reported. */
    public UnaryOperator<String> redaction() {
        return redaction;
    }

    /** Returns whether failures quote the end of a local server's standard error. Otherwise only the log contains it. */
    public boolean quotesStderr() {
        return quotesStderr;
    }

    /** Returns the handlers for requests of the server, by method. */
    public Map<String, ClientHandler> handlers() {
        return handlers;
    }

    /** Returns the capabilities that the client declares. */
    public ObjectNode capabilities() {
        return capabilities;
    }

    /** Builds {@link ClientOptions}. */
    public static final class Builder {
        private Implementation client = Implementation.of("mooring", "0.1.0");
        private EraChoice era = EraChoice.DETECT;
        private EraCache eraCache = new EraCache();
        private Duration openTimeout = Duration.ofSeconds(30);
        private Duration callTimeout = Duration.ofSeconds(60);
        private Duration maxCallTime = Duration.ofMinutes(10);
        private Duration closeGrace = Duration.ofSeconds(2);
        private int maxMessageBytes = 64 * 1024 * 1024;
        private CredentialSource credentials = CredentialSource.NONE;
        private NotificationListener notifications = notification -> {};
        private UnaryOperator<String> redaction = UnaryOperator.identity();
        private boolean quotesStderr = true;
        private final Map<String, ClientHandler> handlers = new LinkedHashMap<>();
        private final ObjectNode capabilities = Json.object();

        private Builder() {}

        /** Sets how the client identifies itself to the server. */
        public Builder client(Implementation value) {
            client = value;
            return this;
        }

        /** Sets the era in which to connect. The default is {@link EraChoice#DETECT}. */
        public Builder era(EraChoice value) {
            era = value;
            return this;
        }

        /** Sets the cache of detected eras. The default is an empty cache. */
        Builder eraCache(EraCache value) {
            eraCache = value;
            return this;
        }

        /** Sets how long the opening of the connection may take. The default is 30 seconds. */
        public Builder openTimeout(Duration value) {
            openTimeout = value;
            return this;
        }

        /**
         * Sets how long a request may take. The defaults are 60 seconds and 10 minutes.
         *
         * @param value the time without progress; each progress notification restarts it
         * @param maximum the time even with progress
         */
        public Builder callTimeout(Duration value, Duration maximum) {
            callTimeout = value;
            maxCallTime = maximum;
            return this;
        }

        /**
         * Sets how long a local server may take to exit after the end of its input, and again after SIGTERM. The
         * default is 2 seconds.
         */
        public Builder closeGrace(Duration value) {
            closeGrace = value;
            return this;
        }

        /** Sets the largest message to accept from the server. The default is 64 MB. */
        public Builder maxMessageBytes(int value) {
            maxMessageBytes = value;
            return this;
        }

        /**
         * Sets the source of the credentials for a remote server. The default is {@link CredentialSource#NONE}. Its
         * credentials override a configured {@code Authorization} header. A local server does not use it.
         */
        public Builder credentials(CredentialSource value) {
            credentials = value;
            return this;
        }

        /** Sets the listener for notifications of the server. */
        public Builder notifications(NotificationListener value) {
            notifications = value;
            return this;
        }

        /** Sets the function that removes secrets from text of the server before it is logged or reported. */
        public Builder redaction(UnaryOperator<String> value) {
            redaction = value;
            return this;
        }

        /** Sets {@link ClientOptions#quotesStderr}; true by default. */
        public Builder quotesStderr(boolean value) {
            quotesStderr = value;
            return this;
        }

        /** Answers {@code roots/list} and declares the capability. */
        public Builder roots(ClientHandler handler) {
            return handler(Methods.ROOTS_LIST, "roots", Json.object(), handler);
        }

        /** Answers {@code sampling/createMessage} and declares the capability. */
        public Builder sampling(ClientHandler handler) {
            return handler(Methods.SAMPLE, "sampling", Json.object(), handler);
        }

        /** Answers {@code elicitation/create} and declares the capability for forms, in both eras. */
        public Builder elicitation(ClientHandler handler) {
            return handler(Methods.ELICIT, "elicitation", Json.object(), handler);
        }

        /** Declares a capability whose handlers come with each request; see {@link RelayOptions}. */
        public Builder capability(String capability, ObjectNode detail) {
            capabilities.set(capability, detail);
            return this;
        }

        /** Answers a method that the server may request, and declares the capability that belongs to it. */
        public Builder handler(String method, String capability, ObjectNode detail, ClientHandler handler) {
            handlers.put(method, handler);
            capabilities.set(capability, detail);
            return this;
        }

        /** Returns the settings. */
        public ClientOptions build() {
            return new ClientOptions(this);
        }
    }
}
