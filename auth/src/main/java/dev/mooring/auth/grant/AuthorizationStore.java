package dev.mooring.auth.grant;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.apiguardian.api.API;

/**
 * The store of an authorization server for its clients, grants and keys. It holds only hashes of codes and tokens. Several
 * processes may share one store. Thread-safe.
 *
 * <p>Every method can throw {@link AuthorizationStoreUnavailable}.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public interface AuthorizationStore {

    /** Returns a store in this process. */
    static AuthorizationStore inMemory() {
        return new InMemoryAuthorizationStore();
    }

    /** Returns a registered client. */
    Optional<StoredClient> client(String id);

    /**
     * Registers a client, unless a client with the same digest exists.
     *
     * @param maxUnused how many clients without a grant are kept; beyond it, the oldest of them are removed
     * @return the client with the digest: the new one, or the one that existed
     */
    StoredClient register(StoredClient client, int maxUnused);

    /** Adds a grant with its unredeemed code. The grant becomes active when the code is redeemed. */
    void add(Grant grant, GrantCode code);

    /**
     * Redeems a code, in one step. Of two concurrent callers, one receives {@link Redemption.Replayed}.
     *
     * @param refreshTokenHash the hash of the first refresh token of the grant
     */
    Redemption redeemCode(String hash, String refreshTokenHash, Instant now);

    /** Returns the active grant to which a refresh token belongs, spent or not. */
    Optional<Grant> grantOfRefreshToken(String hash);

    /**
     * Replaces a refresh token by its successor, in one step. Of two concurrent callers, one receives {@link
     * Redemption.Replayed}.
     *
     * @param expires when the grant ends unless the successor is used before
     */
    Redemption rotate(String hash, String successorHash, Instant now, Instant expires);

    /** Returns an active grant. */
    Optional<Grant> grant(String id);

    /** Returns the active grants of a person, newest first. */
    List<Grant> grantsOf(String subject);

    /** Ends a grant and all its tokens. Returns false if there is no such grant. */
    boolean revoke(String grantId);

    /** Returns the signing keys, newest first. */
    List<SigningKey> keys();

    /** Adds a signing key. */
    void addKey(SigningKey key);

    /** Removes a signing key. */
    void removeKey(String id);

    /** Removes grants that have expired, and grants whose code has expired unused. */
    void sweep(Instant now);
}
