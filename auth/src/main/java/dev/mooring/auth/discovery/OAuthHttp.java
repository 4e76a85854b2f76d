package dev.mooring.auth.discovery;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.nimbusds.oauth2.sdk.ParseException;
import com.nimbusds.oauth2.sdk.http.HTTPRequest;
import com.nimbusds.oauth2.sdk.http.HTTPResponse;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.MalformedJson;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;
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

    private final HttpClient client = HttpClient.newBuilder()
            .connectTimeout(CONNECT_TIMEOUT)
            .followRedirects(HttpClient.Redirect.NEVER)
            .version(HttpClient.Version.HTTP_1_1)
            .build();

    private record Response(int status, String body, HttpResponse<InputStream> http) {}

    /**
     * Gets a JSON object.
     *
     * @return null if the server has no such document
     * @throws OAuthFailed if the server is unreachable, answers with a 5xx status, or redirects to another origin
     */
    public @Nullable ObjectNode getJson(URI address) throws OAuthFailed, InterruptedException {
        URI next = address;
        for (int redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
            Response response = send(HttpRequest.newBuilder(next)
                    .timeout(TIMEOUT)
                    .header("Accept", "application/json")
                    .build());
            if (response.status >= 500) {
                throw OAuthFailed.unreachable(
                        "Cannot read " + address + ": HTTP " + response.status + ". Try again later.");
            }
            if (response.status / 100 != 3) {
                return response.status == 200 ? parse(response.body) : null;
            }
            Optional<String> location = response.http.headers().firstValue("Location");
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

    /** Sends a request of Nimbus. */
    public HTTPResponse send(HTTPRequest request) throws OAuthFailed, InterruptedException {
        HttpRequest.Builder http = HttpRequest.newBuilder(request.getURI()).timeout(TIMEOUT);
        request.getHeaderMap().forEach((name, values) -> values.forEach(value -> http.header(name, value)));
        http.setHeader("Accept", "application/json");
        String body = request.getBody();
        http.method(
                request.getMethod().name(),
                body == null ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofString(body));
        Response response = send(http.build());
        if (response.status >= 500) {
            throw OAuthFailed.unreachable(
                    Addresses.origin(request.getURI()) + " answered HTTP " + response.status + ". Try again later.");
        }
        HTTPResponse result = new HTTPResponse(response.status);
        try {
            String type = response.http.headers().firstValue("Content-Type").orElse(null);
            if (type != null) {
                result.setContentType(type);
            }
        } catch (ParseException e) {
            throw new OAuthFailed(Addresses.origin(request.getURI()) + " answered with an invalid content type");
        }
        result.setBody(response.body);
        return result;
    }

    private Response send(HttpRequest request) throws OAuthFailed, InterruptedException {
        try {
            HttpResponse<InputStream> response = client.send(request, HttpResponse.BodyHandlers.ofInputStream());
            try (InputStream in = response.body()) {
                byte[] body = in.readNBytes(MAX_BODY + 1);
                if (body.length > MAX_BODY) {
                    throw new OAuthFailed("The response of " + Addresses.origin(request.uri()) + " is too large");
                }
                return new Response(response.statusCode(), new String(body, UTF_8), response);
            }
        } catch (IOException e) {
            String reason = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
            throw OAuthFailed.unreachable("Cannot reach " + Addresses.origin(request.uri()) + ": " + reason);
        }
    }
}
