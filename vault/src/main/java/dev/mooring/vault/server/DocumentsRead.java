package dev.mooring.vault.server;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What a session has read: for each document's path the hash of its content at that time. It remembers the
 * {@value #MOST} read last.
 */
public final class DocumentsRead {

    static final DocumentsRead NONE = new DocumentsRead(Map.of());

    private static final int MOST = 1_000;

    private final LinkedHashMap<String, String> hashes;

    private DocumentsRead(Map<String, String> hashes) {
        this.hashes = new LinkedHashMap<>(hashes);
    }

    DocumentsRead with(String path, String hash) {
        var more = new LinkedHashMap<>(hashes);
        more.putLast(path, hash);
        if (more.size() > MOST) {
            more.pollFirstEntry();
        }
        return new DocumentsRead(more);
    }

    Optional<String> hashOf(String path) {
        return Optional.ofNullable(hashes.get(path));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof DocumentsRead read && read.hashes.equals(hashes);
    }

    @Override
    public int hashCode() {
        return hashes.hashCode();
    }
}
