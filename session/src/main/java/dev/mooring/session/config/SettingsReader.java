package dev.mooring.session.config;

import dev.mooring.mcp.client.EraChoice;
import dev.mooring.session.Approval;
import dev.mooring.session.ByTool;
import dev.mooring.session.ServerSettings;
import dev.mooring.session.Sharing;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Reads our own keys of a server's entry. */
final class SettingsReader {

    private final ServerEntry entry;

    SettingsReader(ServerEntry entry) {
        this.entry = entry;
    }

    ServerSettings read() throws InvalidServers {
        ServerSettings settings = ServerSettings.DEFAULT;
        ByTool<Sharing> sharing = byTool("session", Sharing::from, "run, agent, call or shared");
        if (sharing != null) {
            settings = settings.withSharing(sharing);
        }
        ByTool<Approval> approval = byTool("approve", Approval::from, "allow, ask or deny");
        if (approval != null) {
            settings = settings.withApproval(approval);
        }
        String era = entry.string("era");
        if (era != null) {
            settings = settings.withEra(
                    switch (era) {
                        case "legacy" -> EraChoice.LEGACY;
                        case "modern" -> EraChoice.MODERN;
                        default -> throw entry.fault("era", "is \"" + era + "\"; it must be legacy or modern");
                    });
        }
        Duration open = duration("openTimeout");
        if (open != null) {
            settings = settings.withOpenTimeout(open);
        }
        Duration call = duration("callTimeout");
        if (call != null) {
            settings = settings.withCallTimeout(call);
        }
        Duration idle = duration("idle");
        if (idle != null) {
            settings = settings.withIdle(idle);
        }
        return ordered(limited(settings));
    }

    private ServerSettings limited(ServerSettings settings) throws InvalidServers {
        JsonNode max = entry.json().get("maxSessions");
        if (max == null) {
            return settings;
        }
        if (!max.isInt() || max.intValue() < 1) {
            throw entry.fault("maxSessions", "must be a whole number of at least 1");
        }
        return settings.withMaxSessions(max.intValue());
    }

    private ServerSettings ordered(ServerSettings settings) throws InvalidServers {
        String calls = entry.string("calls");
        if (calls == null || calls.equals("parallel")) {
            return settings;
        }
        if (!calls.equals("ordered")) {
            throw entry.fault("calls", "is \"" + calls + "\"; it must be parallel or ordered");
        }
        return settings.withOrdered(true);
    }

    /** A word for all tools, or an object of patterns; the patterns are tried in the order of the file. */
    private <T> @Nullable ByTool<T> byTool(String key, Function<String, @Nullable T> from, String known)
            throws InvalidServers {
        JsonNode value = entry.json().get(key);
        if (value == null || value.isNull()) {
            return null;
        }
        if (!(value instanceof ObjectNode patterns)) {
            return ByTool.all(word(key, value, from, known));
        }
        Map<String, T> byPattern = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> pattern : patterns.properties()) {
            byPattern.put(pattern.getKey(), word(key + "." + pattern.getKey(), pattern.getValue(), from, known));
        }
        return ByTool.patterns(byPattern);
    }

    private <T> T word(String key, JsonNode value, Function<String, @Nullable T> from, String known)
            throws InvalidServers {
        T parsed = value.isString() ? from.apply(value.stringValue()) : null;
        if (parsed == null) {
            throw entry.fault(key, "must be " + known);
        }
        return parsed;
    }

    private @Nullable Duration duration(String key) throws InvalidServers {
        String text = entry.string(key);
        if (text == null) {
            return null;
        }
        Duration duration = TimeSpan.parse(text)
                .orElseThrow(() -> entry.fault(key, "is \"" + text + "\"; write a time such as 500ms, 30s, 10m or 2h"));
        if (duration.isZero()) {
            throw entry.fault(key, "must be longer than nothing");
        }
        return duration;
    }
}
