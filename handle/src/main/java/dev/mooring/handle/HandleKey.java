package dev.mooring.handle;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.HexFormat;
import org.apiguardian.api.API;

/**
 * The key under which a store outside the process keeps a handle: the SHA-256 of its id. The id has too many random bits to
 * be found from the key, so that a stolen store holds no usable handle.
 *
 * @param hex the hash, 64 lower-case hexadecimal digits
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record HandleKey(String hex) {

    /** Returns the key of an id. */
    public static HandleKey of(HandleId id) {
        byte[] hash = HandleHash.newDigest().digest(id.text().getBytes(ISO_8859_1));
        return new HandleKey(HexFormat.of().formatHex(hash));
    }

    @Override
    public String toString() {
        return hex;
    }
}
