package dev.mooring.auth.grant;

import java.time.Instant;
import org.apiguardian.api.API;

/**
 * A key with which the authorization server signs.
 *
 * @param id the key id
 * @param jwk the private key as a JSON Web Key
 * @param created when the key was generated; the newest key signs
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record SigningKey(String id, String jwk, Instant created) {
    /** Returns the id, without the secret. */
    @Override
    public String toString() {
        return id;
    }
}
