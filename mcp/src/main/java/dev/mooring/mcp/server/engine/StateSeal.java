package dev.mooring.mcp.server.engine;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.MalformedJson;
import dev.mooring.mcp.McpError;
import dev.mooring.mcp.server.Refusal;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.Base64;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * Encrypts state that travels through the caller (AES-GCM). Sealed state is valid for one principal and one request, for
 * a limited time. A caller can send it more than once, so it does not protect against replay.
 */
final class StateSeal {
    private static final int NONCE_BYTES = 12;
    private static final int TAG_BITS = 128;

    private final SecretKey key;
    private final Duration lifetime;
    private final Clock clock;
    private final SecureRandom random = new SecureRandom();

    StateSeal(SecretKey key, Duration lifetime, Clock clock) {
        this.key = key;
        this.lifetime = lifetime;
        this.clock = clock;
    }

    /** Returns the encrypted state as URL-safe text. */
    String seal(ObjectNode state, @Nullable String principal, byte[] requestDigest) {
        byte[] nonce = new byte[NONCE_BYTES];
        random.nextBytes(nonce);
        byte[] content = Json.bytes(state);
        ByteBuffer plain = ByteBuffer.allocate(Long.BYTES + content.length)
                .putLong(clock.millis() + lifetime.toMillis())
                .put(content);
        try {
            byte[] sealed =
                    cipher(Cipher.ENCRYPT_MODE, nonce, principal, requestDigest).doFinal(plain.array());
            return Base64.getUrlEncoder()
                    .withoutPadding()
                    .encodeToString(ByteBuffer.allocate(NONCE_BYTES + sealed.length)
                            .put(nonce)
                            .put(sealed)
                            .array());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("This Java runtime has no AES-GCM", e);
        }
    }

    /**
     * Returns the decrypted state.
     *
     * @throws Refusal if the state was not sealed for this principal and request, or has expired
     */
    ObjectNode open(String sealed, @Nullable String principal, byte[] requestDigest) throws Refusal {
        try {
            ByteBuffer bytes = ByteBuffer.wrap(Base64.getUrlDecoder().decode(sealed));
            byte[] nonce = new byte[NONCE_BYTES];
            bytes.get(nonce);
            byte[] rest = new byte[bytes.remaining()];
            bytes.get(rest);
            ByteBuffer plain = ByteBuffer.wrap(
                    cipher(Cipher.DECRYPT_MODE, nonce, principal, requestDigest).doFinal(rest));
            if (plain.getLong() < clock.millis()) {
                throw new Refusal(McpError.invalidParams("requestState has expired. Repeat the request without it."));
            }
            return (ObjectNode) Json.parse(plain.array(), plain.position(), plain.remaining());
        } catch (GeneralSecurityException | RuntimeException | MalformedJson e) {
            // The same message for all causes, because the cause would help an attacker.
            throw new Refusal(McpError.invalidParams("requestState is not valid for this request"));
        }
    }

    private Cipher cipher(int mode, byte[] nonce, @Nullable String principal, byte[] digest)
            throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce));
        cipher.updateAAD(digest);
        cipher.updateAAD(principal == null ? new byte[] {0} : ("\1" + principal).getBytes(UTF_8));
        return cipher;
    }
}
