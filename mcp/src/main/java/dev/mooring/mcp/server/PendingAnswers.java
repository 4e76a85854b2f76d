package dev.mooring.mcp.server;

import dev.mooring.mcp.McpError;
import dev.mooring.mcp.Message;
import dev.mooring.mcp.RequestId;
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
 * Questions to legacy clients that wait for their answers. An answer finds its question by an id that cannot be
 * guessed and by the principal that was asked, so it need not come on any particular connection or session.
 */
final class PendingAnswers {
    private static final SecureRandom RANDOM = new SecureRandom();

    private final Map<String, Question> questions = new ConcurrentHashMap<>();

    private record Question(@Nullable String principal, CompletableFuture<Message> answer) {}

    /** Sends a question by the given stream and waits. */
    ObjectNode ask(InputRequest request, @Nullable String principal, CallStream stream, Duration patience)
            throws InterruptedException, InputRequestFailed {
        String id = newId();
        CompletableFuture<Message> answer = new CompletableFuture<>();
        questions.put(id, new Question(principal, answer));
        try {
            stream.send(new Message.Request(RequestId.of(id), request.method(), request.params()));
            Message message = answer.get(patience.toMillis(), TimeUnit.MILLISECONDS);
            return switch (message) {
                case Message.Result result -> result.result();
                case Message.Failure failure -> throw new InputRequestFailed(failure.error());
                default -> throw new IllegalStateException("not an answer");
            };
        } catch (java.io.IOException e) {
            throw new InputRequestFailed(new McpError(McpError.INTERNAL_ERROR, "it could not be reached"));
        } catch (TimeoutException e) {
            throw new InputRequestFailed(new McpError(McpError.INTERNAL_ERROR, "it took too long"));
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        } finally {
            questions.remove(id);
        }
    }

    /** Hands an answer to whoever waits for it; one that nobody waits for is dropped. */
    void accept(Message message, @Nullable String principal) {
        RequestId id = switch (message) {
            case Message.Result result -> result.id();
            case Message.Failure failure -> failure.id();
            default -> null;
        };
        if (id == null || !id.json().isString()) {
            return;
        }
        Question question = questions.get(id.json().stringValue());
        if (question != null && Objects.equals(question.principal, principal)) {
            question.answer.complete(message);
        }
    }

    static String newId() {
        byte[] bytes = new byte[18];
        RANDOM.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
