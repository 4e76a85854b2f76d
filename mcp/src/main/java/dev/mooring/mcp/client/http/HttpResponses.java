package dev.mooring.mcp.client.http;

import dev.mooring.mcp.Failure;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.MalformedJson;
import dev.mooring.mcp.MalformedMessage;
import dev.mooring.mcp.McpError;
import dev.mooring.mcp.Message;
import dev.mooring.mcp.Reply;
import dev.mooring.mcp.client.transport.Call;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.function.UnaryOperator;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpEntity;
import org.jspecify.annotations.Nullable;

/** Reads HTTP responses. */
final class HttpResponses {
    private static final int MAX_ERROR_BYTES = 64 * 1024;
    private static final int INITIAL_BUFFER = 8192;

    private HttpResponses() {}

    static boolean isEventStream(ClassicHttpResponse response) {
        return hasType(response, "text/event-stream");
    }

    static boolean isJson(ClassicHttpResponse response) {
        return hasType(response, "application/json");
    }

    private static boolean hasType(ClassicHttpResponse response, String type) {
        Header header = response.getFirstHeader("Content-Type");
        return header != null && header.getValue().regionMatches(true, 0, type, 0, type.length());
    }

    private static boolean isText(ClassicHttpResponse response) {
        return isJson(response)
                || (hasType(response, "text/") && !isEventStream(response))
                || hasType(response, "application/problem");
    }

    /** Reads the reply to a call from a JSON body. */
    static Reply readReply(ClassicHttpResponse response, Call call, int limit) throws IOException {
        byte[] body = readBody(response, limit);
        if (body == null) {
            return new Reply.Failed(new Failure.Oversized(limit));
        }
        try {
            return switch (Message.from(Json.parse(body))) {
                case Message.Result(var id, var result) when id.names(call.id()) -> new Reply.Result(result);
                case Message.ErrorResponse(var id, var error)
                when id == null || id.names(call.id()) -> new Reply.Rejected(error);
                default -> new Reply.Failed(new Failure.Malformed("the response has the id of another request"));
            };
        } catch (MalformedJson | MalformedMessage e) {
            return new Reply.Failed(new Failure.Malformed("the response is not a JSON-RPC message: " + e.getMessage()));
        }
    }

    /** Reads the body of an HTTP error, if it is text and not too large. */
    static ErrorBody readError(ClassicHttpResponse response, UnaryOperator<String> redaction) throws IOException {
        byte[] body = isText(response) ? readBody(response, MAX_ERROR_BYTES) : null;
        return body == null ? ErrorBody.NONE : ErrorBody.of(body, isJson(response), redaction);
    }

    /** Describes an HTTP error of a server. */
    static Failure refusal(HttpTarget server, ClassicHttpResponse response, ErrorBody body) {
        int status = response.getCode();
        String reason = response.getReasonPhrase();
        StringBuilder text = new StringBuilder("HTTP ").append(status);
        if (reason != null && !reason.isBlank()) {
            text.append(' ').append(reason);
        }
        text.append(" from ").append(server.display());
        McpError error = body.error();
        if (error != null) {
            text.append(": ").append(error.message());
        } else {
            if (status == 401) {
                text.append(": the server requires credentials; configure them as a header of this server");
            }
            if (!body.text().isEmpty()) {
                text.append("; its response: ").append(body.text());
            }
        }
        return new Failure.Refused(status, text.toString());
    }

    /** Reads the whole body, or returns null if it is larger than the limit. */
    private static byte @Nullable [] readBody(ClassicHttpResponse response, int limit) throws IOException {
        HttpEntity entity = response.getEntity();
        if (entity == null) {
            return new byte[0];
        }
        long contentLength = entity.getContentLength();
        if (contentLength > limit) {
            return null;
        }
        // Not closed here, because closing reads to the end, however much follows.
        InputStream in = entity.getContent();
        if (contentLength >= 0) {
            byte[] body = in.readNBytes((int) contentLength);
            // Reads the end, so that the connection can be reused.
            return in.read() < 0 ? body : null;
        }
        byte[] body = new byte[INITIAL_BUFFER];
        int filled = 0;
        int count;
        while ((count = in.read(body, filled, body.length - filled)) >= 0) {
            filled += count;
            if (filled > limit) {
                return null;
            }
            if (filled == body.length) {
                body = Arrays.copyOf(body, body.length * 2);
            }
        }
        return Arrays.copyOf(body, filled);
    }
}
