package dev.mooring.vault.search;

import dev.mooring.vault.critic.Mark;
import dev.mooring.vault.critic.MarkScanner;
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
     * Returns the accepted view of a document. Most documents need not be decoded for it. If the bytes are not valid UTF-8,
     * the content of the result is undefined.
     */
    public static Utf8Text ofAcceptedView(byte[] raw) {
        boolean hasByteOrderMark =
                raw.length >= 3 && raw[0] == (byte) 0xEF && raw[1] == (byte) 0xBB && raw[2] == (byte) 0xBF;
        int start = hasByteOrderMark ? 3 : 0;
        // A string of Latin-1 has one character for each byte, and the JVM searches it several bytes at a time.
        var bytes = new String(raw, start, raw.length - start, StandardCharsets.ISO_8859_1);
        if (bytes.indexOf('\r') < 0 && !MarkScanner.hasOpening(bytes)) {
            return new Utf8Text(raw, start);
        }
        MarkedText text = MarkedText.parse(bytes);
        if (text.marks().stream().allMatch(Utf8Text::needsNoDecoding)) {
            return new Utf8Text(text.accepted().text().getBytes(StandardCharsets.ISO_8859_1), 0);
        }
        return of(MarkedText.parse(new String(raw, StandardCharsets.UTF_8))
                .accepted()
                .text());
    }

    /**
     * Returns true if a mark of undecoded text is a mark of the decoded text too, with the same visible bytes. Which plain
     * marks are code depends on white space beyond ASCII, and a proposed property shows text from the mark's metadata.
     */
    private static boolean needsNoDecoding(Mark mark) {
        return mark.metadata() != null && mark.proposal() == null;
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
