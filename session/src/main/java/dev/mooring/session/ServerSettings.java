package dev.mooring.session;

import dev.mooring.mcp.client.EraChoice;
import java.time.Duration;
import java.util.Objects;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/** The settings of one tool server. Immutable; {@link #toBuilder} makes a changed copy. */
@API(status = API.Status.MAINTAINED, since = "0.1")
public final class ServerSettings {
    /** The session limit of a server that sets none. */
    public static final int DEFAULT_MAX_SESSIONS = 256;

    /** How far progress notifications can extend the timeout of a call. */
    private static final int PROGRESS_FACTOR = 10;

    /** The settings of a server that sets none. */
    public static final ServerSettings DEFAULT = builder().build();

    private final PerToolSetting<Sharing> sharing;
    private final @Nullable EraChoice era;
    private final Duration openTimeout;
    private final Duration callTimeout;
    private final @Nullable Duration idle;
    private final @Nullable Integer maxSessions;
    private final boolean ordered;
    private final PerToolSetting<Approval> approval;
    private final PerToolSetting<ToolScope> scope;
    private final ServerAuth auth;
    private final Front front;

    private ServerSettings(Builder builder) {
        this.sharing = builder.sharing;
        this.era = builder.era;
        this.openTimeout = builder.openTimeout;
        this.callTimeout = builder.callTimeout;
        this.idle = builder.idle;
        this.maxSessions = builder.maxSessions;
        this.ordered = builder.ordered;
        this.approval = builder.approval;
        this.scope = builder.scope;
        this.auth = builder.auth;
        this.front = builder.front;
    }

    /** Returns a builder that starts with the defaults. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns a builder that starts with these settings. */
    public Builder toBuilder() {
        return new Builder(this);
    }

    /** Returns which calls share a session. Unset tools follow the era: {@code run} if legacy, {@code shared} if modern. */
    public PerToolSetting<Sharing> sharing() {
        return sharing;
    }

    /** Returns the protocol era, or null to detect it and to prefer legacy where a session keeps state separate. */
    public @Nullable EraChoice era() {
        return era;
    }

    /** Returns how long opening a session can take. */
    public Duration openTimeout() {
        return openTimeout;
    }

    /** Returns how long a call can take without a progress notification. */
    public Duration callTimeout() {
        return callTimeout;
    }

    /** Returns how long a call can take if the server keeps sending progress notifications. */
    public Duration maxCallDuration() {
        return callTimeout.multipliedBy(PROGRESS_FACTOR);
    }

    /**
     * Returns the idle timeout of a session, or null for the default: none for a session that a run holds, 10 minutes for
     * other sessions.
     */
    public @Nullable Duration idle() {
        return idle;
    }

    /** Returns the session limit, or null if none is set. */
    public @Nullable Integer maxSessions() {
        return maxSessions;
    }

    /** Returns how many sessions can be open at once. */
    public int sessionLimit() {
        return Objects.requireNonNullElse(maxSessions, DEFAULT_MAX_SESSIONS);
    }

    /** Returns whether calls on one session run one after another. */
    public boolean ordered() {
        return ordered;
    }

    /** Returns the approval that calls of tools need. */
    public PerToolSetting<Approval> approval() {
        return approval;
    }

    /** Returns the approval that a call of a tool needs. The default is {@link Approval#ALLOW}. */
    public Approval approvalOf(String tool) {
        return Objects.requireNonNullElse(approval.forTool(tool), Approval.ALLOW);
    }

    /** Returns the scope that a caller of a gateway needs for a tool. The default is {@link ToolScope#WRITE}. */
    public ToolScope scopeOf(String tool) {
        return Objects.requireNonNullElse(scope.forTool(tool), ToolScope.WRITE);
    }

    /** Returns which era a gateway announces for this server. */
    public Front front() {
        return front;
    }

    /** Returns how to sign in to the server. */
    public ServerAuth auth() {
        return auth;
    }

    /** Builds {@link ServerSettings}. Not thread-safe. */
    public static final class Builder {
        private PerToolSetting<Sharing> sharing = PerToolSetting.unset();
        private @Nullable EraChoice era;
        private Duration openTimeout = Duration.ofSeconds(30);
        private Duration callTimeout = Duration.ofSeconds(60);
        private @Nullable Duration idle;
        private @Nullable Integer maxSessions;
        private boolean ordered;
        private PerToolSetting<Approval> approval = PerToolSetting.all(Approval.ALLOW);
        private PerToolSetting<ToolScope> scope = PerToolSetting.all(ToolScope.WRITE);
        private ServerAuth auth = ServerAuth.NONE;
        private Front front = Front.AUTO;

        private Builder() {}

        private Builder(ServerSettings settings) {
            sharing = settings.sharing;
            era = settings.era;
            openTimeout = settings.openTimeout;
            callTimeout = settings.callTimeout;
            idle = settings.idle;
            maxSessions = settings.maxSessions;
            ordered = settings.ordered;
            approval = settings.approval;
            scope = settings.scope;
            auth = settings.auth;
            front = settings.front;
        }

        /** Sets which calls share a session, for all tools. */
        public Builder sharing(Sharing value) {
            return sharing(PerToolSetting.all(value));
        }

        /** Sets which calls share a session, per tool. */
        public Builder sharing(PerToolSetting<Sharing> value) {
            sharing = value;
            return this;
        }

        /** Sets the protocol era instead of detecting it. */
        public Builder era(EraChoice value) {
            era = value;
            return this;
        }

        /** Sets how long opening a session can take. The default is 30 seconds. */
        public Builder openTimeout(Duration value) {
            openTimeout = value;
            return this;
        }

        /** Sets how long a call can take; progress extends it up to ten times. The default is 60 seconds. */
        public Builder callTimeout(Duration value) {
            callTimeout = value;
            return this;
        }

        /** Sets the idle timeout of a session. */
        public Builder idle(Duration value) {
            idle = value;
            return this;
        }

        /** Sets how many sessions can be open at once. The default is {@value #DEFAULT_MAX_SESSIONS}. */
        public Builder maxSessions(int value) {
            maxSessions = value;
            return this;
        }

        /** Sets whether calls on one session run one after another. By default they run in parallel. */
        public Builder ordered(boolean value) {
            ordered = value;
            return this;
        }

        /** Sets the approval that calls of tools need. The default is {@link Approval#ALLOW}. */
        public Builder approval(PerToolSetting<Approval> value) {
            approval = value;
            return this;
        }

        /** Sets the scope that a caller of a gateway needs for each tool. The default is {@link ToolScope#WRITE}. */
        public Builder scope(PerToolSetting<ToolScope> value) {
            scope = value;
            return this;
        }

        /** Sets how to sign in to the server. By default nobody does. */
        public Builder auth(ServerAuth value) {
            auth = value;
            return this;
        }

        /** Sets which era a gateway announces for this server. By default it depends on whether the server keeps state. */
        public Builder front(Front value) {
            front = value;
            return this;
        }

        /** Returns the settings. */
        public ServerSettings build() {
            return new ServerSettings(this);
        }
    }
}
