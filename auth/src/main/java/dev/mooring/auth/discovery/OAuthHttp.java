package dev.mooring.auth.discovery;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.nimbusds.oauth2.sdk.ParseException;
import com.nimbusds.oauth2.sdk.http.HTTPRequest;
import com.nimbusds.oauth2.sdk.http.HTTPResponse;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.MalformedJson;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * Sends the requests of OAuth, with limits on time and size. Follows redirects of a document within its origin only, and
 * no other redirect. Blocking; an interrupt of the caller cancels the request.
 */
public final class OAuthHttp {
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);
    private static final Duration TIMEOUT = Duration.ofSeconds(20);
    private static final int MAX_BODY = 1024 * 1024;
    private static final int MAX_REDIRECTS = 3;
    private static final HttpResponse.BodyHandler<String> BODY =
            HttpResponse.BodyHandlers.limiting(HttpResponse.BodyHandlers.ofString(UTF_8), MAX_BODY);

    private final HttpClient client = HttpClient.newBuilder()
            .connectTimeout(CONNECT_TIMEOUT)
            .followRedirects(HttpClient.Redirect.NEVER)
            .version(HttpClient.Version.HTTP_1_1)
            .build();

    /** How long a request may take, from its start to the end of the response body. */
    private final Duration timeout;

    /** Creates a client with a timeout of 20 s. */
    public OAuthHttp() {
        this(TIMEOUT);
    }

    OAuthHttp(Duration timeout) {
        this.timeout = timeout;
    }

    /**
     * Gets a JSON object.
     *
     * @return null if the server has no such document, or if the document is not a JSON object
     * @throws OAuthFailed if the server is unreachable, answers with a 5xx status, or redirects to another origin
     */
    public @Nullable ObjectNode getJson(URI address) throws OAuthFailed, InterruptedException {
        URI next = address;
        for (int redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
            HttpResponse<String> response = send(HttpRequest.newBuilder(next)
                    .header("Accept", "application/json")
                    .build());
            if (response.statusCode() >= 500) {
                throw new OAuthFailed(
                        "Cannot read " + address + ": HTTP " + response.statusCode() + ". Try again later.");
            }
            if (response.statusCode() / 100 != 3) {
                return response.statusCode() == 200 ? parse(response.body()) : null;
            }
            Optional<String> location = response.headers().firstValue("Location");
            if (location.isEmpty()) {
                return null;
            }
            URI destination;
            try {
                destination = next.resolve(location.get());
            } catch (IllegalArgumentException e) {
                return null;
            }
            if (!Addresses.isSameOrigin(next, destination)) {
                throw new OAuthFailed("Cannot read " + address + ": it redirects to another origin ("
                        + Addresses.printable(destination.getHost()) + ")");
            }
            next = destination;
        }
        return null;
    }

    private static @Nullable ObjectNode parse(String body) {
        try {
            return Json.parse(body) instanceof ObjectNode object ? object : null;
        } catch (MalformedJson e) {
            return null; // A web page, for example: some servers answer every address with 200.
        }
    }

    /** Sends a Nimbus request. Throws if the server is unreachable or answers with a 5xx status. */
    public HTTPResponse send(HTTPRequest request) throws OAuthFailed, InterruptedException {
        HttpRequest.Builder http = HttpRequest.newBuilder(request.getURI());
        request.getHeaderMap().forEach((name, values) -> values.forEach(value -> http.header(name, value)));
        http.setHeader("Accept", "application/json");
        String body = request.getBody();
        http.method(
                request.getMethod().name(),
                body == null ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofString(body));
        HttpResponse<String> response = send(http.build());
        if (response.statusCode() >= 500) {
            throw new OAuthFailed(Addresses.origin(request.getURI()) + " answered HTTP " + response.statusCode()
                    + ". Try again later.");
        }
        HTTPResponse result = new HTTPResponse(response.statusCode());
        try {
            String type = response.headers().firstValue("Content-Type").orElse(null);
            if (type != null) {
                result.setContentType(type);
            }
        } catch (ParseException e) {
            throw new OAuthFailed(Addresses.origin(request.getURI()) + " answered with an invalid content type");
        }
        result.setBody(response.body());
        return result;
    }

    private HttpResponse<String> send(HttpRequest request) throws OAuthFailed, InterruptedException {
        // HttpRequest.timeout() ends with the headers, so a server could stall in the body.
        CompletableFuture<HttpResponse<String>> exchange = client.sendAsync(request, BODY);
        try {
            return exchange.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            throw failed(request, "no complete response within " + timeout.toSeconds() + " s");
        } catch (ExecutionException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            String message = cause.getMessage();
            throw failed(request, message == null ? cause.getClass().getSimpleName() : message);
        } finally {
            exchange.cancel(true); // closes the connection of an incomplete exchange
        }
    }

    private static OAuthFailed failed(HttpRequest request, String reason) {
        return new OAuthFailed("The request to " + Addresses.origin(request.uri()) + " failed: " + reason);
    }
}
