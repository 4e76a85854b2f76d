package dev.mooring.gateway;

import dev.mooring.gateway.HandleState.UpstreamState;
import dev.mooring.handle.HandleCodec;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.MalformedJson;
import dev.mooring.mcp.client.ResumableSession;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Writes the state of a handle as {@code {"label","caller","opened","upstreams":{"NAME":{"session"?}},"marks":["NAME"]}}. The
 * session is sealed: its id would give access to the upstream server.
 */
final class HandleStateCodec implements HandleCodec<HandleState> {
    private final Seal seal;

    HandleStateCodec(Seal seal) {
        this.seal = seal;
    }

    @Override
    public String encode(HandleState state) {
        ObjectNode json = Json.object()
                .put("label", state.label())
                .put("caller", state.callerName())
                .put("opened", state.opened().toString());
        ObjectNode upstreams = json.putObject("upstreams");
        state.upstreams().forEach((server, upstream) -> {
            ObjectNode entry = upstreams.putObject(server);
            ResumableSession session = upstream.resumable();
            if (session != null) {
                entry.put("session", seal.seal(session.version() + " " + session.id(), server));
            }
        });
        ArrayNode marks = json.putArray("marks");
        state.marks().stream().map(HandleMark::name).sorted().forEach(marks::add);
        return Json.text(json);
    }

    @Override
    public HandleState decode(String text) {
        try {
            JsonNode json = Json.parse(text);
            Map<String, UpstreamState> upstreams = new LinkedHashMap<>();
            ObjectNode entries = Json.objectAt(json, "upstreams");
            if (entries != null) {
                entries.forEachEntry(
                        (server, entry) -> upstreams.put(server, new UpstreamState(session(server, entry))));
            }
            return new HandleState(
                    json.path("label").stringValue(""),
                    json.path("caller").stringValue(""),
                    Instant.parse(json.path("opened").stringValue("")),
                    upstreams,
                    marks(json.path("marks")));
        } catch (MalformedJson | DateTimeException e) {
            throw new IllegalArgumentException("not the state of a handle", e);
        }
    }

    /** Skips marks of later versions. */
    private static Set<HandleMark> marks(JsonNode names) {
        Set<HandleMark> marks = EnumSet.noneOf(HandleMark.class);
        for (HandleMark mark : HandleMark.values()) {
            names.forEach(name -> {
                if (name.stringValue("").equals(mark.name())) {
                    marks.add(mark);
                }
            });
        }
        return marks;
    }

    /** Returns null if the session ended with its process, or was sealed with another key. */
    private @Nullable ResumableSession session(String server, JsonNode entry) {
        String sealed = Json.stringAt(entry, "session");
        String plain = sealed == null ? null : seal.open(sealed, server).orElse(null);
        int space = plain == null ? -1 : plain.indexOf(' ');
        return plain == null || space < 0
                ? null
                : new ResumableSession(plain.substring(space + 1), plain.substring(0, space));
    }
}
