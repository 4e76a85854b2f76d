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
 * LangChain4j's way to a provider. Everything happens on the caller's thread, streams too, so that an interrupt breaks a request off and
 * nothing is heard afterwards. Puts the schemas of tools into the request as they are, which LangChain4j's own types would cut short, and
 * keeps what a refusal says in its headers.
 */
final class ProviderHttpClient implements HttpClient {
    /** The tools of the request that this thread makes. */
    static final ScopedValue<List<ToolDescription>> TOOLS = ScopedValue.newInstance();

    /** For the whole of an answer that is not streamed, or the first word of one that is. */
    private static final Duration LONGEST = Duration.ofMinutes(10);

    private final java.net.http.HttpClient http;
    private final WireFormat tools;

    ProviderHttpClient(java.net.http.HttpClient http, WireFormat tools) {
        this.http = http;
        this.tools = tools;
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
            parser.parse(body, tools.mended(listener));
            listener.onClose();
        } catch (IOException e) {
            listener.onError(e);
        }
    }

    /** Sends, and throws what is not a success. */
    private HttpResponse<InputStream> send(HttpRequest request) {
        var outgoing = java.net.http.HttpRequest.newBuilder(URI.create(request.url()))
                .timeout(LONGEST)
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
        return TOOLS.isBound() ? tools.insert(TOOLS.get(), request.body()) : request.body();
    }
}
