package dev.mooring.vault.search;

import dev.mooring.vault.critic.MarkedText;
import java.nio.charset.StandardCharsets;

/** Undecoded UTF-8 text with LF line endings. It shares the caller's byte array, which must not change. */
public final class Utf8Text {

    private final byte[] bytes;
    private final int start;

    Utf8Text(byte[] bytes, int start) {
        this.bytes = bytes;
        this.start = start;
    }

    /** Encodes a text. */
    public static Utf8Text of(String text) {
        return new Utf8Text(text.getBytes(StandardCharsets.UTF_8), 0);
    }

    /**
     * Returns the accepted view of a document. A document without marks and without CR is not decoded. If the bytes are
     * not valid UTF-8, the content of the result is undefined.
     */
    public static Utf8Text ofAcceptedView(byte[] raw) {
        if (isItsOwnView(raw)) {
            boolean hasByteOrderMark =
                    raw.length >= 3 && raw[0] == (byte) 0xEF && raw[1] == (byte) 0xBB && raw[2] == (byte) 0xBF;
            return new Utf8Text(raw, hasByteOrderMark ? 3 : 0);
        }
        MarkedText text = MarkedText.parse(new String(raw, StandardCharsets.UTF_8));
        return of(text.accepted().text());
    }

    private static boolean isItsOwnView(byte[] raw) {
        for (int i = 0; i < raw.length; i++) {
            byte b = raw[i];
            if (b == '\r' || (b == '{' && opensMark(raw, i + 1))) {
                return false;
            }
        }
        return true;
    }

    private static boolean opensMark(byte[] raw, int at) {
        return at + 1 < raw.length && raw[at] == raw[at + 1] && "+-~=>".indexOf(raw[at]) >= 0;
    }

    byte[] bytes() {
        return bytes;
    }

    /** Returns the index of the text's first byte in {@link #bytes()}; a byte order mark may precede it. */
    int start() {
        return start;
    }

    int end() {
        return bytes.length;
    }

    boolean isEmpty() {
        return start == bytes.length;
    }

    /** Decodes the text. */
    public String string() {
        return new String(bytes, start, bytes.length - start, StandardCharsets.UTF_8);
    }
}
