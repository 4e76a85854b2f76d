package dev.mooring.mcp.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mooring.mcp.crypto.Sha256;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;

/** Computes digests that distinguish server configurations without revealing them. */
final class LocationFingerprint {
    private LocationFingerprint() {}

    static String of(List<String> parts) {
        MessageDigest digest = Sha256.newDigest();
        for (String part : parts) {
            digest.update(part.getBytes(UTF_8));
            digest.update((byte) 0);
        }
        return HexFormat.of().formatHex(digest.digest(), 0, 16);
    }
}
