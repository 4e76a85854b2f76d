package dev.mooring.vault.files;

/** A file that was read. */
public final class ReadFile {

    private final byte[] bytes;
    private final long modifiedMillis;

    /** The array is not copied. */
    ReadFile(byte[] bytes, long modifiedMillis) {
        this.bytes = bytes;
        this.modifiedMillis = modifiedMillis;
    }

    /** Returns the whole content. The array is not copied. */
    public byte[] bytes() {
        return bytes;
    }

    /** Returns when the content was written, as of just before it was read. */
    public long modifiedMillis() {
        return modifiedMillis;
    }
}
