package dev.mooring.mcp.wire;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/** Encodes text as an HTTP header value: unchanged if that is safe, else as {@code =?base64?…?=}. */
public final class HeaderText {
    private static final String PREFIX = "=?base64?";
    private static final String SUFFIX = "?=";

    private HeaderText() {}

    /** Returns the header value for a text. */
    public static String encode(String value) {
        return isPlain(value) ? value : PREFIX + Base64.getEncoder().encodeToString(value.getBytes(UTF_8)) + SUFFIX;
    }

    /** Returns the text of a header value, or null if the value is invalid. */
    public static @Nullable String decode(String header) {
        if (!isWrapped(header)) {
            return isVisible(header) ? header : null;
        }
        String encoded = header.substring(PREFIX.length(), header.length() - SUFFIX.length());
        if (encoded.length() % 4 != 0) {
            // Java accepts missing padding, but other implementations may decode it differently.
            return null;
        }
        try {
            byte[] bytes = Base64.getDecoder().decode(encoded);
            return UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
        } catch (IllegalArgumentException | CharacterCodingException e) {
            return null;
        }
    }

    private static boolean isPlain(String value) {
        return isVisible(value) && !isWrapped(value) && value.strip().length() == value.length();
    }

    private static boolean isVisible(String value) {
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c != '\t' && (c < ' ' || c > '~')) {
                return false;
            }
        }
        return true;
    }

    private static boolean isWrapped(String value) {
        return value.length() >= PREFIX.length() + SUFFIX.length()
                && value.startsWith(PREFIX)
                && value.endsWith(SUFFIX);
    }
}
