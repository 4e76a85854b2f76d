package dev.mooring.vault.review;

import dev.mooring.vault.text.ShortHash;

/** Short hashes of texts. Equal texts have equal hashes, in every process. */
final class Fingerprint {

    private static final int BYTES = 10;

    private Fingerprint() {}

    static String of(String text) {
        return ShortHash.of(text, BYTES);
    }
}
