package dev.mooring.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mooring.handle.HandleKey;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.SecretKey;
import org.jspecify.annotations.Nullable;

/**
 * The ids under which callers know the tasks of the servers: {@code TAG.HANDLE.SERVER.TASK}. The tag authenticates the rest for
 * one principal, so that a caller can use only the tasks that it has created, and only in their session. Thread-safe.
 */
final class TaskIds {
    private static final String ALGORITHM = "HmacSHA256";
    private static final Base64.Encoder ENCODER = Base64.getUrlEncoder().withoutPadding();
    private static final Base64.Decoder DECODER = Base64.getUrlDecoder();
    private static final String NO_HANDLE = "-";

    private final SecretKey key;

    TaskIds(SecretKey key) {
        this.key = key;
    }

    /**
     * A task of a server.
     *
     * @param handle the key of the handle whose session has the task; null if the server keeps no state in sessions
     * @param id the server's own id of the task
     */
    record Task(@Nullable HandleKey handle, String server, String id) {}

    /** Returns the id under which a caller knows a task: always the same. */
    String idFor(Task task, @Nullable String principal) {
        HandleKey handle = task.handle();
        String rest =
                (handle == null ? NO_HANDLE : handle.hex()) + "." + encode(task.server()) + "." + encode(task.id());
        return tag(rest, principal) + "." + rest;
    }

    /** Returns the task, or empty if the gateway did not issue the id to this principal. */
    Optional<Task> taskOf(String id, @Nullable String principal) {
        String[] parts = id.split("\\.", -1);
        if (parts.length != 4) {
            return Optional.empty();
        }
        String rest = id.substring(parts[0].length() + 1);
        if (!MessageDigest.isEqual(tag(rest, principal).getBytes(UTF_8), parts[0].getBytes(UTF_8))) {
            return Optional.empty();
        }
        HandleKey handle = parts[1].equals(NO_HANDLE) ? null : new HandleKey(parts[1]);
        return Optional.of(new Task(handle, decode(parts[2]), decode(parts[3])));
    }

    private String tag(String rest, @Nullable String principal) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            mac.update("task\n".getBytes(UTF_8)); // the key has other uses
            mac.update(encode(principal == null ? "" : principal).getBytes(UTF_8));
            mac.update((byte) '\n');
            return ENCODER.encodeToString(mac.doFinal(rest.getBytes(UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("This Java runtime has no " + ALGORITHM, e);
        }
    }

    private static String encode(String text) {
        return ENCODER.encodeToString(text.getBytes(UTF_8));
    }

    private static String decode(String text) {
        return new String(DECODER.decode(text), UTF_8);
    }
}
