package dev.mooring.vault.server;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.Optional;

/** Recognizes images by their first bytes, because clients reject an image whose type is wrong. */
final class ImageType {

    private static final int HEADER_LENGTH = 16;

    private ImageType() {}

    /** Returns the MIME type of an image; empty if the bytes are not a known image. */
    static Optional<String> of(byte[] bytes) {
        String header = new String(bytes, 0, Math.min(bytes.length, HEADER_LENGTH), ISO_8859_1);
        if (header.startsWith("\u0089PNG\r\n")) {
            return Optional.of("image/png");
        }
        if (header.startsWith("\u00FF\u00D8\u00FF")) {
            return Optional.of("image/jpeg");
        }
        if (header.startsWith("GIF87a") || header.startsWith("GIF89a")) {
            return Optional.of("image/gif");
        }
        if (header.startsWith("RIFF") && header.startsWith("WEBP", 8)) {
            return Optional.of("image/webp");
        }
        if (header.startsWith("ftypavif", 4) || header.startsWith("ftypavis", 4)) {
            return Optional.of("image/avif");
        }
        return header.startsWith("BM") && header.length() == HEADER_LENGTH
                ? Optional.of("image/bmp")
                : Optional.empty();
    }
}
