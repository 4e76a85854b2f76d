package dev.mooring.vault.critic;

import dev.mooring.vault.text.Utf8Text;
import java.nio.charset.StandardCharsets;

/** The accepted view of a document as bytes, got without decoding where the document holds neither marks nor CR. */
public final class AcceptedBytes {

    private AcceptedBytes() {}

    /** The view of bytes that are UTF-8; of others, something that nobody should look at. */
    public static Utf8Text of(byte[] raw) {
        if (isPlain(raw)) {
            boolean hasByteOrderMark =
                    raw.length >= 3 && raw[0] == (byte) 0xEF && raw[1] == (byte) 0xBB && raw[2] == (byte) 0xBF;
            return new Utf8Text(raw, hasByteOrderMark ? 3 : 0);
        }
        MarkedText text = MarkedText.parse(new String(raw, StandardCharsets.UTF_8));
        return new Utf8Text(text.accepted().text().getBytes(StandardCharsets.UTF_8), 0);
    }

    private static boolean isPlain(byte[] raw) {
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
}
