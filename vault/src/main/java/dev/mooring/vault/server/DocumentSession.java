package dev.mooring.vault.server;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.apiguardian.api.API;

/**
 * The state of one session: the documents that it has read, each with the hash of the content at that time, and the
 * suggestions that it has made. A session remembers the {@value #MAX_DOCUMENTS} documents that it read last and its
 * {@value #MAX_SUGGESTIONS} last suggestions. Immutable.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class DocumentSession {

    static final DocumentSession NEW = new DocumentSession(Map.of(), Map.of());

    private static final int MAX_DOCUMENTS = 1_000;
    private static final int MAX_SUGGESTIONS = 100;

    private final LinkedHashMap<String, String> hashes;
    private final LinkedHashMap<String, MadeSuggestion> suggestions;

    private DocumentSession(Map<String, String> hashes, Map<String, MadeSuggestion> suggestions) {
        this.hashes = new LinkedHashMap<>(hashes);
        this.suggestions = new LinkedHashMap<>(suggestions);
    }

    /**
     * A suggestion that the session has made.
     *
     * @param path the document
     * @param what a description on one line
     * @param before a passage that the document has if the suggestion is rejected; empty if there is no such passage
     * @param after a passage that the document has if the suggestion is accepted; empty if there is no such passage
     * @param outcome the last outcome that a tool result has reported; empty if the suggestion was pending then
     */
    @API(status = API.Status.EXPERIMENTAL, since = "0.1")
    public record MadeSuggestion(String path, String what, String before, String after, String outcome) {

        MadeSuggestion withOutcome(String reported) {
            return new MadeSuggestion(path, what, before, after, reported);
        }
    }

    /**
     * Restores a session that a store has kept outside the process.
     *
     * @param hashesByPath the documents that it has read, least recently read first
     * @param suggestionsByGroup the suggestions that it has made by the id that their marks share, oldest first
     */
    public static DocumentSession of(Map<String, String> hashesByPath, Map<String, MadeSuggestion> suggestionsByGroup) {
        return new DocumentSession(hashesByPath, suggestionsByGroup);
    }

    /** Returns the hashes by path, least recently read first, for a store that keeps them outside the process. */
    public Map<String, String> hashesByPath() {
        return Collections.unmodifiableMap(hashes);
    }

    /** Returns the suggestions by the id that their marks share, oldest first. */
    public Map<String, MadeSuggestion> suggestionsByGroup() {
        return Collections.unmodifiableMap(suggestions);
    }

    /** Returns the session after it has read a document. */
    DocumentSession withRead(String path, String hash) {
        var more = new LinkedHashMap<>(hashes);
        more.putLast(path, hash);
        if (more.size() > MAX_DOCUMENTS) {
            more.pollFirstEntry();
        }
        return new DocumentSession(more, suggestions);
    }

    /** Returns the session after it has made suggestions, or after a tool result has reported their outcomes. */
    DocumentSession withSuggestions(Map<String, MadeSuggestion> made) {
        if (made.isEmpty()) {
            return this;
        }
        var more = new LinkedHashMap<>(suggestions);
        more.putAll(made);
        while (more.size() > MAX_SUGGESTIONS) {
            more.pollFirstEntry();
        }
        return new DocumentSession(hashes, more);
    }

    /** Returns the hash of the content that the session read last; empty if it has not read the document. */
    Optional<String> hashOf(String path) {
        return Optional.ofNullable(hashes.get(path));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof DocumentSession session
                && session.hashes.equals(hashes)
                && session.suggestions.equals(suggestions);
    }

    @Override
    public int hashCode() {
        return 31 * hashes.hashCode() + suggestions.hashCode();
    }
}
