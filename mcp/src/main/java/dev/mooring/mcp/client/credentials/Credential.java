package dev.mooring.mcp.client.credentials;

import org.apiguardian.api.API;

/**
 * The credential of one request. Its text representation contains no secret.
 *
 * @param authorization the value of the {@code Authorization} header
 * @param identity the name of the principal, without secrets. A renewal of the credential does not change it. A connection
 *     never serves two identities
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record Credential(String authorization, String identity) {
    @Override
    public String toString() {
        return "Credential[" + identity + "]";
    }
}
