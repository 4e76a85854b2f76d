package dev.mooring.agent.provider;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.langchain4j.http.client.HttpClient;
import dev.langchain4j.http.client.HttpRequest;
import dev.langchain4j.http.client.SuccessfulHttpResponse;
import dev.langchain4j.http.client.sse.ServerSentEventListener;
import dev.langchain4j.http.client.sse.ServerSentEventParser;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.MalformedJson;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The HTTP client of LangChain4j's models. It reads streams on the thread of the caller, so that an interrupt aborts the request and no
 * event arrives afterwards. It inserts the original schemas into requests, because LangChain4j's types lose keywords, and it keeps the
 * {@code Retry-After} header of error responses. It applies the idle timeout, and rejects responses that are not streams. Every call
 * needs a bound {@link ModelExchange}.
 */
final class ProviderHttpClient implements HttpClient {
    /** The content types that servers send with a stream. Some send a wrong type, and some send none. */
    private static final Pattern STREAM_TYPES = Pattern.compile(
            "|text/event-stream|application/x-ndjson|application/json|application/octet-stream|text/plain");

    /** The statuses of a request that the provider does not accept or does not implement. */
    private static final Set<Integer> REJECTIONS = Set.of(400, 422, 501);

    private static final int MAX_ERROR_BYTES = 64 * 1024;

    private final java.net.http.HttpClient http;
    private final WireFormat format;

    /** The output schemas that the provider has rejected. */
    private final Set<OutputSchema> rejected = ConcurrentHashMap.newKeySet();

    ProviderHttpClient(java.net.http.HttpClient http, WireFormat format) {
        this.http = http;
        this.format = format;
    }

    @Override
    public SuccessfulHttpResponse execute(HttpRequest request) {
        HttpResponse<InputStream> response = send(request);
        try (InputStream body = response.body()) {
            return SuccessfulHttpResponse.builder()
                    .statusCode(response.statusCode())
                    .headers(response.headers().map())
                    .body(new String(body.readAllBytes(), UTF_8))
                    .build();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void execute(HttpRequest request, ServerSentEventParser parser, ServerSentEventListener listener) {
        HttpResponse<InputStream> response;
        try {
            response = send(request);
        } catch (RuntimeException e) {
            listener.onError(e);
            return;
        }
        StreamIdleTimeout idleTimeout = ModelExchange.CURRENT.get().idleTimeout();
        StreamEvents events = new StreamEvents(listener, format.events(), idleTimeout);
        try (InputStream body = response.body()) {
            idleTimeout.watch(body);
            InputStream stream = stream(response, body);
            listener.onOpen(SuccessfulHttpResponse.builder()
                    .statusCode(response.statusCode())
                    .headers(response.headers().map())
                    .build());
            parser.parse(stream, events);
            if (!events.hasEvents() && idleTimeout.expired() == null) {
                throw new ForeignResponse(response.statusCode(), response.headers());
            }
            listener.onClose();
        } catch (IOException | ForeignResponse | ProviderError e) {
            listener.onError(e);
        }
    }

    /** Returns the stream in a response. Throws {@link ForeignResponse} if the response is not in a format of providers. */
    private InputStream stream(HttpResponse<InputStream> response, InputStream body) throws IOException {
        PushbackInputStream stream = new PushbackInputStream(body);
        int first = stream.read();
        if (first < 0) {
            throw new EOFException("the response is empty");
        }
        stream.unread(first);
        String type = response.headers()
                .firstValue("content-type")
                .orElse("")
                .split(";", 2)[0]
                .strip()
                .toLowerCase(Locale.ROOT);
        if (first == '<' || !STREAM_TYPES.matcher(type).matches()) {
            throw new ForeignResponse(response.statusCode(), response.headers());
        }
        return first == '{' && format != WireFormat.OLLAMA ? wholeResponse(response, stream) : stream;
    }

    /** Returns the stream for a response that is a single JSON object: an error, or an answer of a server that does not stream. */
    private InputStream wholeResponse(HttpResponse<InputStream> response, InputStream stream) throws IOException {
        String body = new String(stream.readAllBytes(), UTF_8);
        try {
            JsonNode json = Json.parse(body);
            if (json.hasNonNull("error")) {
                throw new ProviderError(response.statusCode(), body, response.headers());
            }
            if (format == WireFormat.OPENAI && json.at("/choices/0").hasNonNull("message")) {
                return new ByteArrayInputStream(chunk(json).getBytes(UTF_8));
            }
        } catch (MalformedJson e) {
            // Not in the provider's format.
        }
        throw new ForeignResponse(response.statusCode(), response.headers());
    }

    /** Returns a complete answer of OpenAI's format as a stream with one chunk. */
    private static String chunk(JsonNode answer) {
        for (JsonNode choice : answer.path("choices")) {
            int index = 0;
            for (JsonNode call : choice.path("message").path("tool_calls")) {
                ((ObjectNode) call).put("index", index++);
            }
            ((ObjectNode) choice).set("delta", choice.path("message"));
        }
        return "data: " + Json.text(answer) + "\n\ndata: [DONE]\n\n";
    }

    /**
     * Sends a request. If the provider rejects it with the output schema, sends the request again without the schema: older
     * models and many servers with OpenAI's API do not know the parameter, and each provider has limits of its own for
     * schemas.
     */
    private HttpResponse<InputStream> send(HttpRequest request) {
        OutputSchema output = ModelExchange.CURRENT.get().output();
        if (output == null || rejected.contains(output)) {
            return send(request, null);
        }
        try {
            return send(request, output);
        } catch (ProviderError e) {
            if (!REJECTIONS.contains(e.statusCode())) {
                throw e;
            }
            HttpResponse<InputStream> response = send(request, null);
            rejected.add(output);
            return response;
        }
    }

    /** Sends a request. Throws {@link ProviderError} for an error status. */
    private HttpResponse<InputStream> send(HttpRequest request, @Nullable OutputSchema output) {
        var outgoing = java.net.http.HttpRequest.newBuilder(URI.create(request.url()))
                .method(
                        request.method().name(),
                        request.body() == null
                                ? BodyPublishers.noBody()
                                : BodyPublishers.ofString(body(request, output)));
        request.headers().forEach((name, values) -> values.forEach(value -> outgoing.header(name, value)));
        HttpResponse<InputStream> response = await(http.sendAsync(outgoing.build(), BodyHandlers.ofInputStream()));
        if (response.statusCode() / 100 == 2) {
            return response;
        }
        try (InputStream body = response.body()) {
            ModelExchange.CURRENT.get().idleTimeout().watch(body);
            String error = new String(body.readNBytes(MAX_ERROR_BYTES), UTF_8);
            throw new ProviderError(response.statusCode(), error, response.headers());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Waits for the headers of the response. Does not use the timeout of the HTTP client, which may include the body. */
    private static HttpResponse<InputStream> await(CompletableFuture<HttpResponse<InputStream>> response) {
        StreamIdleTimeout idleTimeout = ModelExchange.CURRENT.get().idleTimeout();
        try {
            return response.get(idleTimeout.left().toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            response.cancel(true);
            idleTimeout.expire();
            throw new IllegalStateException(e);
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            response.cancel(true);
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private String body(HttpRequest request, @Nullable OutputSchema output) {
        return format.insertSchemas(ModelExchange.CURRENT.get().tools(), output, request.body());
    }
}
