package dev.mooring.app.state;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.SecureRandom;
import java.util.Base64;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;

/** The key that encrypts secrets in a store. It is a file that only its owner can read, outside the store. */
public final class StateKey {
    private static final int BYTES = 32;

    private StateKey() {}

    /**
     * Reads the key of a folder, and creates folder and key if they do not exist.
     *
     * @throws IOException if the key cannot be read or created, or is not a key
     */
    public static SecretKey of(Path folder) throws IOException {
        Path file = folder.resolve("key");
        if (!Files.exists(file)) {
            create(file);
        }
        try {
            byte[] key = Base64.getDecoder().decode(Files.readString(file).strip());
            if (key.length == BYTES) {
                return new SecretKeySpec(key, "AES");
            }
        } catch (IllegalArgumentException | CharacterCodingException e) {
            // Reported below, without the content.
        }
        throw new IOException(file + " is not a key. Restore it from a backup, or delete it: then the sessions with"
                + " remote servers are lost.");
    }

    private static void create(Path file) throws IOException {
        byte[] key = new byte[BYTES];
        new SecureRandom().nextBytes(key);
        Files.createDirectories(file.getParent(), OwnerOnly.FOLDER);
        // Complete before it is visible, because another process may create it at the same time.
        Path draft = Files.createTempFile(file.getParent(), "key", ".new", OwnerOnly.FILE);
        try {
            Files.writeString(draft, Base64.getEncoder().encodeToString(key) + "\n");
            Files.createLink(file, draft);
        } catch (FileAlreadyExistsException e) {
            // The other process was first.
        } catch (UnsupportedOperationException e) {
            Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(draft);
        }
    }
}
