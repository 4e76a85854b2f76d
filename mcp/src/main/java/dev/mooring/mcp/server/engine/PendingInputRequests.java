package dev.mooring.mcp.server.engine;

import dev.mooring.mcp.McpError;
import dev.mooring.mcp.Message;
import dev.mooring.mcp.RequestId;
import dev.mooring.mcp.server.InputRequest;
import dev.mooring.mcp.server.InputRequestFailed;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * Input requests to legacy clients that are not answered yet. A response is matched by an id that cannot be guessed and
 * by the principal, so it may arrive on any connection, with or without a session.
 */
final class PendingInputRequests {
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int ID_BYTES = 18;

    private final Map<String, Pending> pending = new ConcurrentHashMap<>();

    private record Pending(@Nullable String principal, CompletableFuture<Message> response) {}

    /**
     * Sends an input request and waits for the response.
     *
     * @throws InputRequestFailed if the response is an error, does not come in time, or the request cannot be sent
     */
    ObjectNode request(InputRequest request, @Nullable String principal, CallStream stream, Duration timeout)
            throws InterruptedException, InputRequestFailed {
        String id = newId();
        CompletableFuture<Message> response = new CompletableFuture<>();
        pending.put(id, new Pending(principal, response));
        try {
            stream.send(new Message.Request(RequestId.of(id), request.method(), request.params()));
            return switch (response.get(timeout.toMillis(), TimeUnit.MILLISECONDS)) {
                case Message.Result result -> result.result();
                case Message.ErrorResponse refused -> throw new InputRequestFailed(refused.error());
                case Message other -> throw new IllegalStateException("Not a response: " + other);
            };
        } catch (IOException e) {
            throw new InputRequestFailed(new McpError(McpError.INTERNAL_ERROR, "the connection is closed"));
        } catch (TimeoutException e) {
            throw new InputRequestFailed(
                    new McpError(McpError.INTERNAL_ERROR, "no response within " + timeout.toSeconds() + " s"));
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        } finally {
            pending.remove(id);
        }
    }

    /** Passes a response to the call that waits for it. Returns false if no call of this principal does. */
    boolean accept(Message response, @Nullable String principal) {
        RequestId id = switch (response) {
            case Message.Result result -> result.id();
            case Message.ErrorResponse error -> error.id();
            default -> null;
        };
        if (id == null || !id.json().isString()) {
            return false;
        }
        Pending waiting = pending.get(id.json().stringValue());
        if (waiting == null || !Objects.equals(waiting.principal, principal)) {
            return false;
        }
        waiting.response.complete(response);
        return true;
    }

    private static String newId() {
        byte[] bytes = new byte[ID_BYTES];
        RANDOM.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
