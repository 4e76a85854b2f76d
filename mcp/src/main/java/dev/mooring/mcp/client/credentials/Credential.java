package dev.mooring.mcp.client.credentials;

import org.apiguardian.api.API;

/**
 * The credential of one request. Its text representation contains no secret.
 *
 * @param authorization the value of the {@code Authorization} header
 * @param identity names the principal behind the credential, without secrets. It stays the same when a credential is
 *     renewed. A connection never serves two identities
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record Credential(String authorization, String identity) {
    @Override
    public String toString() {
        return "Credential[" + identity + "]";
    }
}
