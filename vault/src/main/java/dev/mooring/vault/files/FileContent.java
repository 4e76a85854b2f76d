package dev.mooring.vault.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** What reading a document's file gave. */
public sealed interface FileContent {

    /** A larger file is no document that anybody edits by words. */
    long LARGEST = 16L * 1024 * 1024;

    /** UTF-8 text; encoding it gives the very bytes of the file. */
    record Text(String raw) implements FileContent {}

    record Unreadable(String reason) implements FileContent {}

    /** It was there a moment ago. */
    record Gone() implements FileContent {}

    static FileContent read(Path file) throws IOException {
        try {
            return decode(bytes(file));
        } catch (TooLarge e) {
            return new Unreadable("The document is larger than " + LARGEST / (1024 * 1024) + " MB.");
        } catch (NoSuchFileException e) {
            return new Gone();
        }
    }

    /** The file as it is, whatever it holds. */
    static byte[] bytes(Path file) throws IOException {
        if (Files.size(file) > LARGEST) {
            throw new TooLarge();
        }
        return Files.readAllBytes(file);
    }

    /** Nobody waits for so much. */
    final class TooLarge extends IOException {}

    static FileContent decode(byte[] bytes) {
        for (byte b : bytes) {
            if (b == 0) {
                return new Unreadable("This is a binary file, not a text document.");
            }
        }
        String quick = new String(bytes, StandardCharsets.UTF_8);
        if (quick.indexOf('\uFFFD') < 0) {
            return new Text(quick);
        }
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
