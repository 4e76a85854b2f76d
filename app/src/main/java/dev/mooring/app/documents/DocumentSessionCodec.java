package dev.mooring.app.documents;

import dev.mooring.handle.HandleCodec;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.MalformedJson;
import dev.mooring.vault.server.DocumentSession;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.node.ObjectNode;

/** Writes a session as {@code {"read":{"PATH":"HASH"}}}, least recently read first. */
final class DocumentSessionCodec implements HandleCodec<DocumentSession> {
    private static final String READ = "read";

    @Override
    public String encode(DocumentSession session) {
        ObjectNode state = Json.object();
        ObjectNode read = state.putObject(READ);
        session.hashesByPath().forEach(read::put);
        return Json.text(state);
    }

    @Override
    public DocumentSession decode(String json) {
        ObjectNode read;
        try {
            read = Json.objectAt(Json.parse(json), READ);
        } catch (MalformedJson e) {
            throw new IllegalArgumentException("not JSON", e);
        }
        if (read == null) {
            throw new IllegalArgumentException("without " + READ);
        }
        Map<String, String> hashes = new LinkedHashMap<>();
        read.forEachEntry((path, hash) -> hashes.put(path, hash.stringValue("")));
        return DocumentSession.of(hashes);
    }
}
