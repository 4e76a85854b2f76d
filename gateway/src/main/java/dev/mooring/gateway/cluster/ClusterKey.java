package dev.mooring.gateway.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mooring.mcp.crypto.Sha256;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import javax.crypto.Mac;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;

/** The secret that the replicas of a cluster share. It signs requests and is never sent itself. */
public final class ClusterKey {
    /** The header with the signature of a request. */
    static final String SIGNATURE = "Mooring-Signature";

    /** The header with the digest of the body. */
    static final String DIGEST = "Mooring-Digest";

    private static final int MIN_LENGTH = 32;
    private static final String ALGORITHM = "HmacSHA256";
    private static final Set<PosixFilePermission> OWNER_ONLY =
            EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);

    private final SecretKeySpec secret;

    ClusterKey(String secret) {
        this.secret = new SecretKeySpec(secret.getBytes(UTF_8), ALGORITHM);
    }

    /**
     * Reads a file with the key as its only line.
     *
     * @throws IOException if the file cannot be read, others than its owner can read it, or it is not such a file; the message
     *     says what to do
     */
    public static ClusterKey read(Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            throw new IOException(
                    "Cannot read the cluster key " + file + ": no such file. Create it on one replica with: "
                            + "(umask 077; openssl rand -hex 32 > " + file + "), and copy it to the others.");
        }
        if (Files.getFileStore(file).supportsFileAttributeView("posix")
                && !OWNER_ONLY.containsAll(Files.getPosixFilePermissions(file))) {
            throw new IOException(
                    "Cannot use the cluster key " + file + ": other users can read it. Run: chmod 600 " + file);
        }
        List<String> lines = lines(file);
        String line = lines.isEmpty() ? "" : lines.getFirst().strip();
        if (line.length() < MIN_LENGTH || lines.stream().skip(1).anyMatch(each -> !each.isBlank())) {
            throw new IOException("Cannot use the cluster key " + file + ": the file must have one line of at least "
                    + MIN_LENGTH + " characters. Create one with: openssl rand -hex 32");
        }
        return new ClusterKey(line);
    }

    private static List<String> lines(Path file) throws IOException {
        try {
            return Files.readAllLines(file);
        } catch (CharacterCodingException e) {
            return List.of(); // a file that is not text has no line with a key
        }
    }

    /** Returns the digest of a body. */
    static String digest(byte[] body) {
        return Sha256.hex(body);
    }

    /** Returns an AES key for one purpose. It tells nothing about this key. */
    public SecretKey derive(String purpose) {
        return new SecretKeySpec(mac("derive\n" + purpose), "AES");
    }

    /** Returns the signature of a POST request. It covers the digest, so that a server can refuse a request before its body. */
    String sign(String path, String digest) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(mac("POST\n" + path + "\n" + digest));
    }

    private byte[] mac(String text) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(secret);
            return mac.doFinal(text.getBytes(UTF_8));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("This Java runtime has no " + ALGORITHM, e);
        }
    }

    /** Returns whether a signature belongs to a POST request. */
    boolean verifies(String signature, String path, String digest) {
        return MessageDigest.isEqual(sign(path, digest).getBytes(UTF_8), signature.getBytes(UTF_8));
    }

    @Override
    public String toString() {
        return "cluster key";
    }
}
