package dev.mooring.auth.server;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.mooring.auth.grant.AuthorizationStore;
import dev.mooring.auth.grant.Grant;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/**
 * The scopes that the tokens of a grant have now. Every call needs them, so they are cached: a grant for ten seconds, because
 * its revocation in this process also invalidates the cache, and a person for one second. Thread-safe.
 */
final class CurrentAccess {
    private static final Duration GRANT_LIFETIME = Duration.ofSeconds(10);
    private static final Duration PERSON_LIFETIME = Duration.ofSeconds(1);
    private static final int MAX_CACHED = 10_000;

    private final AuthorizationStore store;
    private final People people;

    /** The person of each grant; empty for a grant that was revoked. */
    private final Cache<String, Optional<String>> subjects = cache(GRANT_LIFETIME);

    /** The scopes of each person; empty for a person who was removed. */
    private final Cache<String, Optional<Set<String>>> scopes = cache(PERSON_LIFETIME);

    CurrentAccess(AuthorizationStore store, People people) {
        this.store = store;
        this.people = people;
    }

    private static <V> Cache<String, V> cache(Duration lifetime) {
        return Caffeine.newBuilder()
                .maximumSize(MAX_CACHED)
                .expireAfterWrite(lifetime)
                .build();
    }

    /** Returns the scopes of the person of a grant; empty if the grant was revoked or the person was removed. */
    Optional<Set<String>> scopes(String grantId) {
        return subjects.get(grantId, id -> store.grant(id).map(Grant::subject))
                .flatMap(
                        subject -> scopes.get(subject, name -> people.find(name).map(Person::scopes)));
    }

    /** Removes a grant from the cache. */
    void invalidate(String grantId) {
        subjects.invalidate(grantId);
    }
}
