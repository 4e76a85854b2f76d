package dev.mooring.session.config;

import dev.mooring.mcp.client.EraChoice;
import dev.mooring.session.Approval;
import dev.mooring.session.Front;
import dev.mooring.session.PerToolSetting;
import dev.mooring.session.ServerSettings;
import dev.mooring.session.Sharing;
import dev.mooring.session.ToolScope;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Reads the keys of a server's entry that are Mooring's own. */
final class SettingsReader {
    static final Set<String> KEYS = Set.of(
            "session",
            "approve",
            "scope",
            "era",
            "openTimeout",
            "callTimeout",
            "idle",
            "maxSessions",
            "calls",
            "front");

    private final ServerEntry entry;
    private final ServerSettings.Builder settings = ServerSettings.builder();

    SettingsReader(ServerEntry entry) {
        this.entry = entry;
    }

    ServerSettings read() throws InvalidServersFile {
        set(byTool("session", Sharing::from, "run, agent, call or shared"), settings::sharing);
        set(byTool("approve", Approval::from, "allow, ask or deny"), settings::approval);
        set(byTool("scope", ToolScope::from, "read or write"), settings::scope);
        set(
                word("era", Map.of("legacy", EraChoice.LEGACY, "modern", EraChoice.MODERN), "legacy or modern"),
                settings::era);
        set(duration("openTimeout"), settings::openTimeout);
        set(duration("callTimeout"), settings::callTimeout);
        set(duration("idle"), settings::idle);
        set(positiveInt("maxSessions"), settings::maxSessions);
        set(word("calls", Map.of("parallel", false, "ordered", true), "parallel or ordered"), settings::ordered);
        set(
                word(
                        "front",
                        Map.of("auto", Front.AUTO, "legacy", Front.LEGACY, "modern", Front.MODERN),
                        "auto, legacy or modern"),
                settings::front);
        return settings.build();
    }

    private static <T> void set(@Nullable T value, Consumer<T> setter) {
        if (value != null) {
            setter.accept(value);
        }
    }

    private @Nullable Integer positiveInt(String key) throws InvalidServersFile {
        JsonNode value = entry.json().get(key);
        if (value == null) {
            return null;
        }
        if (!value.isInt() || value.intValue() < 1) {
            throw entry.invalid(key, "must be a whole number of at least 1");
        }
        return value.intValue();
    }

    private <T> @Nullable T word(String key, Map<String, T> values, String allowed) throws InvalidServersFile {
        String text = entry.string(key);
        if (text == null) {
            return null;
        }
        T value = values.get(text);
        if (value == null) {
            throw entry.invalid(key, "is \"" + text + "\"; it must be " + allowed);
        }
        return value;
    }

    private @Nullable Duration duration(String key) throws InvalidServersFile {
        String text = entry.string(key);
        if (text == null) {
            return null;
        }
        Duration duration = DurationText.parse(text)
                .orElseThrow(() -> entry.invalid(
                        key,
                        "is \"" + text + "\"; write a duration such as 500ms, 30s, 10m or 2h, at most "
                                + DurationText.MAX));
        if (duration.isZero()) {
            throw entry.invalid(key, "must be greater than zero");
        }
        return duration;
    }

    /** Reads one value for all tools, or an object of values by pattern. The first pattern that matches a tool applies. */
    private <T> @Nullable PerToolSetting<T> byTool(String key, Function<String, @Nullable T> parse, String allowed)
            throws InvalidServersFile {
        JsonNode value = entry.json().get(key);
        if (value == null || value.isNull()) {
            return null;
        }
        if (!(value instanceof ObjectNode patterns)) {
            return PerToolSetting.all(parsed(key, value, parse, allowed));
        }
        Map<String, T> byPattern = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> pattern : patterns.properties()) {
            byPattern.put(pattern.getKey(), parsed(key + "." + pattern.getKey(), pattern.getValue(), parse, allowed));
        }
        return PerToolSetting.patterns(byPattern);
    }

    private <T> T parsed(String key, JsonNode value, Function<String, @Nullable T> parse, String allowed)
            throws InvalidServersFile {
        T parsed = value.isString() ? parse.apply(value.stringValue()) : null;
        if (parsed == null) {
            throw entry.invalid(key, "must be " + allowed);
        }
        return parsed;
    }
}
