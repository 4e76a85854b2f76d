package dev.mooring.app.documents;

import dev.mooring.handle.HandleCodec;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.MalformedJson;
import dev.mooring.vault.server.DocumentSession;
import dev.mooring.vault.server.DocumentSession.MadeSuggestion;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Writes a session as {@code {"read":{"PATH":"HASH"},"made":{"GROUP":["PATH","WHAT","BEFORE","AFTER","OUTCOME"]}}}, least
 * recently read and oldest suggestion first. Sessions of earlier versions have no {@code made}.
 */
final class DocumentSessionCodec implements HandleCodec<DocumentSession> {
    private static final String READ = "read";
    private static final String MADE = "made";

    @Override
    public String encode(DocumentSession session) {
        ObjectNode state = Json.object();
        ObjectNode read = state.putObject(READ);
        session.hashesByPath().forEach(read::put);
        if (!session.suggestionsByGroup().isEmpty()) {
            ObjectNode made = state.putObject(MADE);
            session.suggestionsByGroup()
                    .forEach((group, it) -> made.putArray(group)
                            .add(it.path())
                            .add(it.what())
                            .add(it.before())
                            .add(it.after())
                            .add(it.outcome()));
        }
        return Json.text(state);
    }

    @Override
    public DocumentSession decode(String json) {
        JsonNode state;
        try {
            state = Json.parse(json);
        } catch (MalformedJson e) {
            throw new IllegalArgumentException("not JSON", e);
        }
        ObjectNode read = Json.objectAt(state, READ);
        if (read == null) {
            throw new IllegalArgumentException("without " + READ);
        }
        Map<String, String> hashes = new LinkedHashMap<>();
        read.forEachEntry((path, hash) -> hashes.put(path, hash.stringValue("")));
        Map<String, MadeSuggestion> made = new LinkedHashMap<>();
        state.path(MADE)
                .forEachEntry((group, it) -> made.put(
                        group, new MadeSuggestion(text(it, 0), text(it, 1), text(it, 2), text(it, 3), text(it, 4))));
        return DocumentSession.of(hashes, made);
    }

    private static String text(JsonNode made, int index) {
        return made.path(index).stringValue("");
    }
}
