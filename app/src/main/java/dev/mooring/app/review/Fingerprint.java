package dev.mooring.app.review;

import dev.mooring.app.hash.Sha256;

/** Short hashes of texts. Equal texts have equal hashes, in every process. */
final class Fingerprint {

    private static final int CHARACTERS = 20;

    private Fingerprint() {}

    static String of(String text) {
        return Sha256.hex(text).substring(0, CHARACTERS);
    }
}
