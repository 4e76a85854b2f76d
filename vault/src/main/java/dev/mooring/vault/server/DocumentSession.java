package dev.mooring.vault.server;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.apiguardian.api.API;

/**
 * The state of one session: the documents that it has read, each with the hash of the content at that time. A session
 * remembers the {@value #MAX_DOCUMENTS} documents that it read last. Immutable.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class DocumentSession {

    static final DocumentSession NEW = new DocumentSession(Map.of());

    private static final int MAX_DOCUMENTS = 1_000;

    private final LinkedHashMap<String, String> hashes;

    private DocumentSession(Map<String, String> hashes) {
        this.hashes = new LinkedHashMap<>(hashes);
    }

    /** Restores a session that a store has kept outside the process. */
    public static DocumentSession of(Map<String, String> hashesByPath) {
        return new DocumentSession(hashesByPath);
    }

    /** Returns the state for a store that keeps it outside the process: the hashes by path, least recently read first. */
    public Map<String, String> hashesByPath() {
        return Collections.unmodifiableMap(hashes);
    }

    /** Returns the session after it has read a document. */
    DocumentSession withRead(String path, String hash) {
        var more = new LinkedHashMap<>(hashes);
        more.putLast(path, hash);
        if (more.size() > MAX_DOCUMENTS) {
            more.pollFirstEntry();
        }
        return new DocumentSession(more);
    }

    /** Returns the hash of the content that the session read last; empty if it has not read the document. */
    Optional<String> hashOf(String path) {
        return Optional.ofNullable(hashes.get(path));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof DocumentSession session && session.hashes.equals(hashes);
    }

    @Override
    public int hashCode() {
        return hashes.hashCode();
    }
}
