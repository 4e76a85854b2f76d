package dev.mooring.gateway;

import dev.mooring.mcp.client.EraChoice;
import dev.mooring.session.ServerSettings;
import dev.mooring.session.Sharing;
import dev.mooring.session.ToolServer;
import java.time.Duration;
import java.util.Objects;

/**
 * The settings of one upstream server: its own, completed with the gateway's defaults.
 *
 * @param server the server with the settings that its sessions use
 * @param idle the idle time after which a session ends
 * @param maxSessions how many sessions callers may have open
 */
record UpstreamSettings(ToolServer server, Duration idle, int maxSessions) {
    /** How many principals may list a personal server at once. */
    private static final int MAX_LISTING_SESSIONS = 1_000;

    static UpstreamSettings of(ToolServer server, GatewayOptions options) {
        ServerSettings settings = server.settings();
        Duration idle = Objects.requireNonNullElse(settings.idle(), options.idle());
        int maxSessions = Objects.requireNonNullElse(settings.maxSessions(), options.maxSessions());
        // Listing sessions count towards the limit of the server, but not towards that of its callers.
        int listingSessions = options.credentials().isPersonal(server) ? MAX_LISTING_SESSIONS : 1;
        maxSessions = Math.min(maxSessions, Integer.MAX_VALUE - listingSessions);
        ServerSettings.Builder completed =
                settings.toBuilder().maxSessions(maxSessions + listingSessions).idle(idle);
        if (settings.era() == null && mayKeepState(settings)) {
            completed.era(EraChoice.LEGACY_IF_OFFERED);
        }
        return new UpstreamSettings(server.with(completed.build()), idle, maxSessions);
    }

    private static boolean mayKeepState(ServerSettings settings) {
        Sharing sharing = settings.sharing().forTool("*");
        return sharing == null || sharing == Sharing.RUN || sharing == Sharing.AGENT;
    }
}
