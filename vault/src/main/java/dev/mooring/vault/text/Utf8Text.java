package dev.mooring.vault.text;

import java.nio.charset.StandardCharsets;

/** Text with LF line ends that has not been decoded. Whoever made it keeps the bytes as they are. */
public final class Utf8Text {

    private final byte[] bytes;
    private final int start;

    public Utf8Text(byte[] bytes, int start) {
        this.bytes = bytes;
        this.start = start;
    }

    public byte[] bytes() {
        return bytes;
    }

    /** Where the text begins in the bytes. */
    public int start() {
        return start;
    }

    public int end() {
        return bytes.length;
    }

    public boolean isEmpty() {
        return start == bytes.length;
    }

    public String string() {
        return new String(bytes, start, bytes.length - start, StandardCharsets.UTF_8);
    }
}
