package dev.mooring.agent.provider;

import dev.mooring.agent.model.ModelFailed;
import dev.mooring.agent.model.ModelFailed.Kind;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.MalformedJson;
import dev.mooring.session.Secrets;
import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpTimeoutException;
import java.util.Locale;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * Makes out of what LangChain4j throws what an agent can act on.
 *
 * @param address of the provider
 * @param secrets what must not be in a message
 */
record FailureMapper(String address, Secrets secrets) {
    private static final int LONGEST = 500;

    /** Never returns where the thread was interrupted. */
    ModelFailed failureOf(Throwable thrown) throws InterruptedException {
        if (Thread.interrupted() || find(InterruptedException.class, thrown).isPresent()) {
            throw new InterruptedException("interrupted while the model was asked");
        }
        if (thrown instanceof Error error) {
            throw error;
        }
        Optional<ProviderError> refusal = find(ProviderError.class, thrown);
        if (refusal.isPresent()) {
            return refused(refusal.get());
        }
        if (find(ConnectException.class, thrown).isPresent()) {
            return failed(
                    Kind.REFUSED,
                    "cannot connect to " + address + ". Is it running, and is the address right?",
                    thrown);
        }
        if (find(HttpTimeoutException.class, thrown).isPresent()) {
            return failed(Kind.UNREACHABLE, "no answer in time from " + address, thrown);
        }
        if (find(IOException.class, thrown).isPresent() || thrown instanceof StreamingChat.BrokenOff) {
            return failed(Kind.UNREACHABLE, "the connection to " + address + " broke: " + message(thrown), thrown);
        }
        // What providers say in the middle of a stream that had begun well.
        String said = message(thrown);
        String lower = said.toLowerCase(Locale.ROOT);
        if (lower.contains("overloaded") || lower.contains("rate limit") || lower.contains("rate_limit")) {
            return failed(Kind.OVERLOADED, said, thrown);
        }
        return failed(Kind.INVALID_RESPONSE, said, thrown);
    }

    private ModelFailed refused(ProviderError refusal) {
        int status = refusal.statusCode();
        String body = String.valueOf(refusal.getMessage());
        // An empty account is told with the status of a rate limit, and waiting does not fill it.
        boolean isSpent = body.contains("insufficient_quota");
        Kind kind = switch (status) {
            case 429, 503, 529 -> isSpent ? Kind.REFUSED : Kind.OVERLOADED;
            case 408, 409, 500, 502, 504 -> Kind.UNREACHABLE;
            default -> status >= 500 ? Kind.UNREACHABLE : Kind.REFUSED;
        };
        String hint =
                status == 401 || status == 403 ? " (is the key right?)" : status == 404 ? " (is the name right?)" : "";
        return new ModelFailed(
                kind,
                secrets.redact("HTTP " + status + hint + ": " + shortened(saidIn(body))),
                refusal.retryAfter(),
                null); // what was thrown has the provider's own words, which may repeat the key
    }

    private ModelFailed failed(Kind kind, String message, Throwable cause) {
        return new ModelFailed(kind, secrets.redact(shortened(message)), null, cause);
    }

    /** All providers put their message in the same place. */
    private static String saidIn(String body) {
        try {
            JsonNode error = Json.parse(body).path("error");
            String message = error.isString() ? error.stringValue() : Json.stringAt(error, "message");
            return message == null ? body : message;
        } catch (MalformedJson e) {
            return body;
        }
    }

    private static String message(Throwable thrown) {
        return thrown.getMessage() == null ? thrown.getClass().getSimpleName() : thrown.getMessage();
    }

    private static String shortened(String text) {
        return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "…";
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
