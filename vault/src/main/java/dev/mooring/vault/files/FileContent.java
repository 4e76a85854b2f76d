package dev.mooring.vault.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** The result of reading a document's file. */
public sealed interface FileContent {

    /** The largest document, in bytes. */
    long MAX_BYTES = 16L * 1024 * 1024;

    /** Why a larger document cannot be read. */
    String TOO_LARGE = "The document is larger than " + MAX_BYTES / (1024 * 1024) + " MB. Ask the user to split it.";

    /** UTF-8 text. Encoding it yields exactly the bytes of the file. */
    record Text(String raw) implements FileContent {}

    /**
     * A file that is not a text document.
     *
     * @param reason a sentence for the caller
     */
    record Unreadable(String reason) implements FileContent {}

    /** The file does not exist any more. */
    record Missing() implements FileContent {}

    /** Reads and decodes the file at a real path of a vault. */
    static FileContent read(Path root, Path file) throws IOException {
        try {
            return decode(SequentialReader.bytes(root, file));
        } catch (TooLarge e) {
            return new Unreadable(TOO_LARGE);
        } catch (NoSuchFileException e) {
            return new Missing();
        }
    }

    /** A file is larger than {@link #MAX_BYTES}. */
    final class TooLarge extends IOException {
        TooLarge() {
            super(TOO_LARGE);
        }
    }

    /** Decodes the bytes of a file. */
    static FileContent decode(byte[] bytes) {
        String text = new String(bytes, StandardCharsets.UTF_8);
        if (text.indexOf(0) >= 0) {
            return new Unreadable("This is a binary file, not a text document.");
        }
        // String's decoder is the fastest. It replaces malformed input, so only then is the strict decoder needed.
        return text.indexOf('\uFFFD') < 0 ? new Text(text) : decodeStrictly(bytes);
    }

    private static FileContent decodeStrictly(byte[] bytes) {
        ByteBuffer in = ByteBuffer.wrap(bytes);
        CharsetDecoder utf8 = StandardCharsets.UTF_8
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT);
        try {
            return new Text(utf8.decode(in).toString());
        } catch (CharacterCodingException e) {
            return new Unreadable(
                    "This document is not valid UTF-8 (at byte " + in.position() + "). Ask the user to convert it.");
        }
    }
}
