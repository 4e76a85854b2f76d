package dev.mooring.agent.provider;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.langchain4j.http.client.HttpClient;
import dev.langchain4j.http.client.HttpRequest;
import dev.langchain4j.http.client.SuccessfulHttpResponse;
import dev.langchain4j.http.client.sse.ServerSentEventListener;
import dev.langchain4j.http.client.sse.ServerSentEventParser;
import dev.mooring.agent.model.ToolDescription;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;

/**
 * The HTTP client of LangChain4j's models. It reads streams on the thread of the caller, so that an interrupt aborts the request and no
 * event arrives afterwards. It inserts the original tool schemas into requests, because LangChain4j's types lose keywords, and it keeps
 * the {@code Retry-After} header of error responses.
 */
final class ProviderHttpClient implements HttpClient {
    /** The tools of the current thread's request. */
    static final ScopedValue<List<ToolDescription>> TOOLS = ScopedValue.newInstance();

    /** The time until the response headers arrive. */
    private static final Duration RESPONSE_TIMEOUT = Duration.ofMinutes(10);

    private final java.net.http.HttpClient http;
    private final WireFormat format;

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
        try (InputStream body = response.body()) {
            listener.onOpen(SuccessfulHttpResponse.builder()
                    .statusCode(response.statusCode())
                    .headers(response.headers().map())
                    .build());
            parser.parse(body, format.correcting(listener));
            listener.onClose();
        } catch (IOException e) {
            listener.onError(e);
        }
    }

    /** Sends a request. Throws {@link ProviderError} for an error status. */
    private HttpResponse<InputStream> send(HttpRequest request) {
        var outgoing = java.net.http.HttpRequest.newBuilder(URI.create(request.url()))
                .timeout(RESPONSE_TIMEOUT)
                .method(
                        request.method().name(),
                        request.body() == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body(request)));
        request.headers().forEach((name, values) -> values.forEach(value -> outgoing.header(name, value)));
        try {
            HttpResponse<InputStream> response = http.send(outgoing.build(), BodyHandlers.ofInputStream());
            if (response.statusCode() / 100 == 2) {
                return response;
            }
            try (InputStream body = response.body()) {
                throw new ProviderError(
                        response.statusCode(), new String(body.readAllBytes(), UTF_8), response.headers());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private String body(HttpRequest request) {
        return TOOLS.isBound() ? format.insertSchemas(TOOLS.get(), request.body()) : request.body();
    }
}
