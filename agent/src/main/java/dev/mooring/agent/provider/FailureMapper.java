package dev.mooring.agent.provider;

import dev.mooring.agent.model.ModelFailed;
import dev.mooring.agent.model.ModelFailed.Kind;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.MalformedJson;
import dev.mooring.session.Secrets;
import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Maps exceptions of LangChain4j and of the HTTP client to {@link ModelFailed}.
 *
 * @param address the address of the provider, for messages
 * @param secrets redacted in messages
 */
record FailureMapper(String address, Secrets secrets) {
    private static final int MAX_MESSAGE_LENGTH = 500;

    /** Creates a mapper. Messages contain the address without user information and query, which may hold secrets. */
    static FailureMapper of(String address, String key) {
        return new FailureMapper(
                address.replaceFirst("//[^/@]*@", "//").replaceFirst("[?#].*", ""), Secrets.of(List.of(key)));
    }

    /**
     * Returns the failure for an exception, or throws if the thread was interrupted or the exception is an {@link Error}.
     *
     * @param idle the idle timeout that cut off the stream; null if none did
     */
    ModelFailed failureOf(Throwable thrown, @Nullable Duration idle) throws InterruptedException {
        if (Thread.interrupted() || find(InterruptedException.class, thrown).isPresent()) {
            throw new InterruptedException("Interrupted during a model turn");
        }
        if (thrown instanceof Error error) {
            throw error;
        }
        if (idle != null) {
            return failed(
                    Kind.OVERLOADED,
                    "timeout: " + address + " was silent for " + idle.toMillis() / 1000.0 + " s",
                    thrown);
        }
        Optional<ForeignResponse> foreign = find(ForeignResponse.class, thrown);
        if (foreign.isPresent()) {
            return failed(
                    Kind.INVALID_RESPONSE,
                    "the answer of " + address + " is not in the provider's format ("
                            + foreign.get().getMessage()
                            + "). Check the base URL, and whether a proxy answers in place of the provider.",
                    thrown);
        }
        Optional<ProviderError> refusal = find(ProviderError.class, thrown);
        if (refusal.isPresent()) {
            return refused(refusal.get());
        }
        if (find(ConnectException.class, thrown).isPresent()) {
            return failed(
                    Kind.REFUSED,
                    "cannot connect to " + address
                            + ": nothing is listening there. Start the server or correct the address.",
                    thrown);
        }
        if (find(HttpTimeoutException.class, thrown).isPresent()) {
            return failed(Kind.UNREACHABLE, "timeout: " + address + " did not answer in time", thrown);
        }
        if (find(IOException.class, thrown).isPresent() || thrown instanceof StreamingChat.IncompleteStream) {
            return failed(Kind.UNREACHABLE, "connection to " + address + " lost: " + messageOf(thrown), thrown);
        }
        // Errors that providers report inside a stream have no HTTP status.
        String message = messageOf(thrown);
        String lower = message.toLowerCase(Locale.ROOT);
        if (lower.contains("overloaded") || lower.contains("rate limit") || lower.contains("rate_limit")) {
            return failed(Kind.OVERLOADED, message, thrown);
        }
        return failed(Kind.INVALID_RESPONSE, message, thrown);
    }

    private ModelFailed refused(ProviderError refusal) {
        int status = refusal.statusCode();
        String body = String.valueOf(refusal.getMessage());
        // OpenAI reports an exhausted quota with the status of a rate limit, but waiting does not help.
        boolean isQuotaExhausted = body.contains("insufficient_quota");
        Kind kind = switch (status) {
            case 429, 503, 529 -> isQuotaExhausted ? Kind.REFUSED : Kind.OVERLOADED;
            case 408, 409, 500, 502, 504 -> Kind.UNREACHABLE;
            default -> status >= 500 ? Kind.UNREACHABLE : Kind.REFUSED;
        };
        String hint = status == 401 || status == 403
                ? " (check the API key)"
                : status == 404 ? " (check the model name and the address " + address + ")" : "";
        return new ModelFailed(
                kind,
                redacted("HTTP " + status + hint + ": " + errorIn(body)),
                refusal.retryAfter(),
                null); // no cause: its message is the unredacted response, which may repeat the key
    }

    private ModelFailed failed(Kind kind, String message, Throwable cause) {
        return new ModelFailed(kind, redacted(message), null, cause);
    }

    /** Returns the error message in a response body. All providers use the same field. */
    private static String errorIn(String body) {
        try {
            JsonNode error = Json.parse(body).path("error");
            String message = error.isString() ? error.stringValue() : Json.stringAt(error, "message");
            return message == null ? body : message;
        } catch (MalformedJson e) {
            return body;
        }
    }

    private static String messageOf(Throwable thrown) {
        return thrown.getMessage() == null ? thrown.getClass().getSimpleName() : thrown.getMessage();
    }

    /** Redacts a message before it truncates it, because the cut could split a secret. */
    private String redacted(String message) {
        String text = secrets.redact(message);
        return text.length() <= MAX_MESSAGE_LENGTH ? text : text.substring(0, MAX_MESSAGE_LENGTH) + "…";
    }

    private static <T extends Throwable> Optional<T> find(Class<T> type, Throwable thrown) {
        for (Throwable each = thrown; each != null; each = each.getCause()) {
            if (type.isInstance(each)) {
                return Optional.of(type.cast(each));
            }
        }
        return Optional.empty();
    }
}
