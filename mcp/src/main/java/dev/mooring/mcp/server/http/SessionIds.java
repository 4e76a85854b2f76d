package dev.mooring.mcp.server.http;

import java.security.SecureRandom;
import java.util.Base64;

/** Ids that nobody can guess: 192 random bits in visible ASCII. */
final class SessionIds {
    private static final SecureRandom RANDOM = new SecureRandom();

    private SessionIds() {}

    static String next() {
        byte[] bytes = new byte[24];
        RANDOM.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
