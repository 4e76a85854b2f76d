package dev.mooring.vault.text;

import dev.mooring.mcp.crypto.Sha256;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/** The first bytes of a SHA-256 hash, in hexadecimal form. Equal contents have equal hashes, in every process. */
public final class ShortHash {

    private ShortHash() {}

    /** Returns the first bytes of the hash of a text in UTF-8. */
    public static String of(String text, int bytes) {
        return of(text.getBytes(StandardCharsets.UTF_8), bytes);
    }

    /** Returns the first bytes of the hash of the given content. */
    public static String of(byte[] content, int bytes) {
        return HexFormat.of().formatHex(Sha256.of(content), 0, bytes);
    }
}
