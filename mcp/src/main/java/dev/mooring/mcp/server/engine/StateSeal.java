package dev.mooring.mcp.server.engine;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.MalformedJson;
import dev.mooring.mcp.McpError;
import dev.mooring.mcp.crypto.AesGcm;
import dev.mooring.mcp.server.Refusal;
import java.nio.ByteBuffer;
import java.time.Clock;
import java.time.Duration;
import java.util.Base64;
import javax.crypto.SecretKey;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * Encrypts state that travels through the caller (AES-GCM). Sealed state is valid for one principal and one request, for
 * a limited time. A caller can send it more than once, so it does not protect against replay.
 */
final class StateSeal {
    private final AesGcm cipher;
    private final Duration lifetime;
    private final Clock clock;

    StateSeal(SecretKey key, Duration lifetime, Clock clock) {
        this.cipher = new AesGcm(key);
        this.lifetime = lifetime;
        this.clock = clock;
    }

    /** Returns the encrypted state as URL-safe text. */
    String seal(ObjectNode state, @Nullable String principal, byte[] requestDigest) {
        byte[] content = Json.bytes(state);
        byte[] plain = ByteBuffer.allocate(Long.BYTES + content.length)
                .putLong(clock.millis() + lifetime.toMillis())
                .put(content)
                .array();
        return Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(cipher.seal(plain, context(principal, requestDigest)));
    }

    /**
     * Returns the decrypted state.
     *
     * @throws Refusal if the state was not sealed for this principal and request, or has expired
     */
    ObjectNode open(String sealed, @Nullable String principal, byte[] requestDigest) throws Refusal {
        try {
            ByteBuffer plain = ByteBuffer.wrap(
                    cipher.open(Base64.getUrlDecoder().decode(sealed), context(principal, requestDigest))
                            .orElseThrow());
            if (plain.getLong() < clock.millis()) {
                throw new Refusal(McpError.invalidParams("requestState has expired. Repeat the request without it."));
            }
            return (ObjectNode) Json.parse(plain.array(), plain.position(), plain.remaining());
        } catch (RuntimeException | MalformedJson e) {
            // The same message for all causes, because the cause would help an attacker.
            throw new Refusal(McpError.invalidParams("requestState is not valid for this request"));
        }
    }

    private static byte[] context(@Nullable String principal, byte[] digest) {
        byte[] caller = principal == null ? new byte[] {0} : ("\1" + principal).getBytes(UTF_8);
        return ByteBuffer.allocate(digest.length + caller.length)
                .put(digest)
                .put(caller)
                .array();
    }
}
