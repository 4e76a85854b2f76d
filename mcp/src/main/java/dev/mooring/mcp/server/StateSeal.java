package dev.mooring.mcp.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.MalformedJson;
import dev.mooring.mcp.McpError;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.Base64;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * State that travels through the caller and comes back: encrypted, and good only for the same principal, the same
 * request and a short time. It can come back more than once; what must happen once has to be remembered elsewhere.
 */
final class StateSeal {
    private static final int NONCE_BYTES = 12;
    private static final int TAG_BITS = 128;

    private final SecretKeySpec key;
    private final Duration lifetime;
    private final Clock clock;
    private final SecureRandom random = new SecureRandom();

    /** @param key 16 or 32 bytes; servers that answer for one another need the same */
    StateSeal(byte[] key, Duration lifetime, Clock clock) {
        this.key = new SecretKeySpec(key, "AES");
        this.lifetime = lifetime;
        this.clock = clock;
    }

    static byte[] newKey() {
        byte[] key = new byte[32];
        new SecureRandom().nextBytes(key);
        return key;
    }

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
            throw new IllegalStateException("AES-GCM is missing", e);
        }
    }

    /** @throws Refusal if the state is not ours, not for this principal and request, or too old */
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
                throw new Refusal(McpError.invalidParams("requestState has expired: start again without it"));
            }
            return (ObjectNode) Json.parse(plain.array(), plain.position(), plain.remaining());
        } catch (GeneralSecurityException | RuntimeException | MalformedJson e) {
            // Which of them it was helps only those who try.
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
