package dev.mooring.gateway;

import dev.mooring.handle.HandleStores;
import dev.mooring.mcp.Implementation;
import dev.mooring.mcp.client.credentials.CredentialSource;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/** Options of a {@link Gateway}. Immutable; build with {@link #builder(Implementation)}. */
@API(status = API.Status.MAINTAINED, since = "0.1")
public final class GatewayOptions {
    private final Implementation implementation;
    private final Duration idle;
    private final int maxSessions;
    private final Duration inputTimeout;
    private final Duration endNotice;
    private final List<CallListener> callListeners;
    private final boolean recordsArguments;
    private final MeterRegistry metrics;
    private final HandleStores stores;
    private final SecretKey sealKey;
    private final UpstreamCredentials credentials;
    private final List<String> conversationFields;
    private final List<String> conversationHeaders;
    private final @Nullable GatewayCluster cluster;

    private GatewayOptions(Builder builder) {
        implementation = builder.implementation;
        idle = builder.idle;
        maxSessions = builder.maxSessions;
        inputTimeout = builder.inputTimeout;
        endNotice = builder.endNotice;
        callListeners = List.copyOf(builder.callListeners);
        recordsArguments = builder.recordsArguments;
        metrics = builder.metrics;
        stores = builder.stores;
        sealKey = builder.sealKey;
        credentials = builder.credentials;
        conversationFields = builder.conversationFields;
        conversationHeaders = builder.conversationHeaders;
        cluster = builder.cluster;
    }

    /**
     * Returns a builder that starts from the defaults.
     *
     * @param implementation the name and version that the gateway reports to clients and to upstream servers
     */
    public static Builder builder(Implementation implementation) {
        return new Builder(implementation);
    }

    /** Returns a builder that starts from these options. */
    public Builder toBuilder() {
        Builder builder = new Builder(implementation)
                .idle(idle)
                .maxSessions(maxSessions)
                .inputTimeout(inputTimeout)
                .endNotice(endNotice)
                .callListeners(callListeners)
                .recordsArguments(recordsArguments)
                .metrics(metrics)
                .stores(stores, sealKey)
                .credentials(credentials)
                .conversationFields(conversationFields)
                .conversationHeaders(conversationHeaders);
        builder.cluster = cluster;
        return builder;
    }

    @Nullable
    GatewayCluster cluster() {
        return cluster;
    }

    List<String> conversationHeaders() {
        return conversationHeaders;
    }

    UpstreamCredentials credentials() {
        return credentials;
    }

    BindingKeys bindingKeys(String endpoint) {
        return new BindingKeys(endpoint, conversationFields, conversationHeaders);
    }

    Implementation implementation() {
        return implementation;
    }

    Duration idle() {
        return idle;
    }

    int maxSessions() {
        return maxSessions;
    }

    Duration inputTimeout() {
        return inputTimeout;
    }

    Duration endNotice() {
        return endNotice;
    }

    List<CallListener> callListeners() {
        return callListeners;
    }

    boolean recordsArguments() {
        return recordsArguments;
    }

    MeterRegistry metrics() {
        return metrics;
    }

    HandleStores stores() {
        return stores;
    }

    SecretKey sealKey() {
        return sealKey;
    }

    /**
     * A listener that the gateway notifies of each completed tool call, on the thread of the call. An exception of the listener
     * is logged and has no other effect.
     */
    @FunctionalInterface
    public interface CallListener {
        /** Receives one completed call. */
        void onCall(CompletedCall call);
    }

    /** Collects options. Not thread-safe. */
    public static final class Builder {
        private final Implementation implementation;
        private Duration idle = Duration.ofMinutes(30);
        private int maxSessions = 256;
        private Duration inputTimeout = Duration.ofMinutes(10);
        private Duration endNotice = Duration.ofHours(24);
        private final List<CallListener> callListeners = new ArrayList<>();
        private boolean recordsArguments;
        private MeterRegistry metrics = new CompositeMeterRegistry();
        private HandleStores stores = HandleStores.inMemory();
        private SecretKey sealKey = randomKey();

        private UpstreamCredentials credentials = UpstreamCredentials.shared(_ -> CredentialSource.NONE);
        private List<String> conversationFields = List.of();
        private List<String> conversationHeaders = List.of();
        private @Nullable GatewayCluster cluster;

        private Builder(Implementation implementation) {
            this.implementation = implementation;
        }

        /** Sets the idle time after which a session ends, for servers whose settings have none. */
        public Builder idle(Duration value) {
            if (!value.isPositive()) {
                throw new IllegalArgumentException("idle must be greater than zero: " + value);
            }
            idle = value;
            return this;
        }

        /**
         * Sets how many open sessions each caller may have per endpoint, and the limit of open sessions of each server
         * whose settings have none.
         */
        public Builder maxSessions(int value) {
            if (value < 1) {
                throw new IllegalArgumentException("maxSessions must be greater than zero: " + value);
            }
            maxSessions = value;
            return this;
        }

        /** Sets how long a call waits for the client's answer to an elicitation before the gateway cancels the call. */
        public Builder inputTimeout(Duration value) {
            inputTimeout = value;
            return this;
        }

        /** Sets how long a client's transport session outlives its handle, so that its next call reports the end. */
        public Builder endNotice(Duration value) {
            endNotice = value;
            return this;
        }

        /** Adds a listener for completed tool calls. */
        public Builder callListener(CallListener value) {
            callListeners.add(value);
            return this;
        }

        private Builder callListeners(List<CallListener> values) {
            callListeners.addAll(values);
            return this;
        }

        /** Sets whether the status has the arguments of the last calls of each session; false by default. */
        public Builder recordsArguments(boolean value) {
            recordsArguments = value;
            return this;
        }

        /** Sets the registry for the metrics of upstream sessions. */
        public Builder metrics(MeterRegistry value) {
            metrics = value;
            return this;
        }

        /**
         * Sets where the gateway keeps its sessions. By default they end with the process.
         *
         * @param value the stores, which the caller closes after the gateway; no other running gateway may use them, unless
         *     it is a replica of the same cluster
         * @param key encrypts the ids of upstream sessions in the stores (AES); the same for every process
         */
        public Builder stores(HandleStores value, SecretKey key) {
            stores = value;
            sealKey = key;
            return this;
        }

        /** Sets the credentials for remote upstream servers. By default there are none. */
        public Builder credentials(UpstreamCredentials value) {
            credentials = value;
            return this;
        }

        /**
         * Sets more fields of {@code _meta} in which clients send the id of a conversation.
         * Calls of one conversation share a session.
         */
        public Builder conversationFields(List<String> value) {
            conversationFields = List.copyOf(value);
            return this;
        }

        /** Sets in which HTTP headers clients send the id of a conversation. They come before all fields. */
        public Builder conversationHeaders(List<String> value) {
            conversationHeaders = List.copyOf(value);
            return this;
        }

        /**
         * Makes the gateway one replica of a cluster. All replicas have the same servers and settings, and share the stores,
         * which must report their failures instead of keeping handles in memory.
         *
         * @param value the cluster, whose {@link GatewayCluster#sealKey} is the key of the stores
         */
        public Builder cluster(GatewayCluster value) {
            cluster = value;
            return this;
        }

        private static SecretKey randomKey() {
            byte[] bytes = new byte[32];
            new SecureRandom().nextBytes(bytes);
            return new SecretKeySpec(bytes, "AES");
        }

        /** Builds the options. */
        public GatewayOptions build() {
            return new GatewayOptions(this);
        }
    }
}
