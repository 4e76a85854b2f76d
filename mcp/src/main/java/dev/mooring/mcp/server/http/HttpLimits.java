package dev.mooring.mcp.server.http;

import java.time.Duration;
import org.apiguardian.api.API;

/** Limits of one {@link HttpEndpoint}. Immutable. */
@API(status = API.Status.MAINTAINED, since = "0.1")
public final class HttpLimits {
    /** The limits of an endpoint that sets none. */
    public static final HttpLimits DEFAULT = builder().build();

    private final int maxBodyBytes;
    private final int maxSessions;
    private final Duration sessionIdleTimeout;
    private final int maxStreams;
    private final int maxRunningPerCaller;
    private final Duration keepAliveInterval;

    private HttpLimits(Builder builder) {
        maxBodyBytes = builder.maxBodyBytes;
        maxSessions = builder.maxSessions;
        sessionIdleTimeout = builder.sessionIdleTimeout;
        maxStreams = builder.maxStreams;
        maxRunningPerCaller = builder.maxRunningPerCaller;
        keepAliveInterval = builder.keepAliveInterval;
    }

    /** Returns a builder that starts with the default limits. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns the maximum size of a request body. A larger body gets status 413. */
    public int maxBodyBytes() {
        return maxBodyBytes;
    }

    /** Returns the maximum number of legacy sessions. At the limit, a new session evicts the idlest one. */
    public int maxSessions() {
        return maxSessions;
    }

    /** Returns how long a legacy session stays open after the end of its last call or stream. */
    public Duration sessionIdleTimeout() {
        return sessionIdleTimeout;
    }

    /** Returns the maximum number of open listening streams. One more gets status 503. */
    public int maxStreams() {
        return maxStreams;
    }

    /**
     * Returns how many calls of one caller run at the same time; 0 for no limit. Further calls wait for some seconds, and then
     * get status 503. Useful for tools that need the CPU. Calls that wait for something else would only delay each other.
     */
    public int maxRunningPerCaller() {
        return maxRunningPerCaller;
    }

    /** Returns how long a response may send nothing before the server writes an SSE comment to keep it alive. */
    public Duration keepAliveInterval() {
        return keepAliveInterval;
    }

    /** Builds {@link HttpLimits}. Not thread-safe. */
    public static final class Builder {
        private int maxBodyBytes = 16 * 1024 * 1024;
        private int maxSessions = 10_000;
        private Duration sessionIdleTimeout = Duration.ofMinutes(30);
        private int maxStreams = 10_000;
        private int maxRunningPerCaller;
        private Duration keepAliveInterval = Duration.ofSeconds(15);

        private Builder() {}

        /** Sets {@link HttpLimits#maxBodyBytes}; 16 MiB by default. */
        public Builder maxBodyBytes(int bytes) {
            maxBodyBytes = bytes;
            return this;
        }

        /** Sets {@link HttpLimits#maxSessions}; 10,000 by default. */
        public Builder maxSessions(int sessions) {
            maxSessions = sessions;
            return this;
        }

        /** Sets {@link HttpLimits#sessionIdleTimeout}; 30 minutes by default. */
        public Builder sessionIdleTimeout(Duration timeout) {
            sessionIdleTimeout = timeout;
            return this;
        }

        /** Sets {@link HttpLimits#maxStreams}; 10,000 by default. */
        public Builder maxStreams(int streams) {
            maxStreams = streams;
            return this;
        }

        /** Sets {@link HttpLimits#maxRunningPerCaller}; 0 by default. */
        public Builder maxRunningPerCaller(int calls) {
            maxRunningPerCaller = calls;
            return this;
        }

        /** Sets {@link HttpLimits#keepAliveInterval}; 15 seconds by default. */
        public Builder keepAliveInterval(Duration interval) {
            keepAliveInterval = interval;
            return this;
        }

        /** Returns the limits. */
        public HttpLimits build() {
            return new HttpLimits(this);
        }
    }
}
