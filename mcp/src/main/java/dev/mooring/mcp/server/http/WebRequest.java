package dev.mooring.mcp.server.http;

import java.io.IOException;
import java.io.InputStream;
import org.apiguardian.api.API;
import org.eclipse.jetty.http.HttpCookie;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.jspecify.annotations.Nullable;

/** An HTTP request that a {@link WebHandler} answers. */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class WebRequest {
    private final Request request;

    /** Thrown if the body is larger than the handler allows. */
    @API(status = API.Status.EXPERIMENTAL, since = "0.1")
    public static final class TooLarge extends IOException {
        private static final long serialVersionUID = 1;

        TooLarge(int maxBytes) {
            super("the body exceeds " + maxBytes + " bytes");
        }
    }

    WebRequest(Request request) {
        this.request = request;
    }

    /** Returns the HTTP method, such as {@code GET}. */
    public String method() {
        return request.getMethod();
    }

    /** Returns the decoded path, such as {@code /token}. */
    public String path() {
        return Request.getPathInContext(request);
    }

    /** Returns the query as sent; null if the URL has no query. */
    public @Nullable String query() {
        return request.getHttpURI().getQuery();
    }

    /** Returns the value of a header by its case-insensitive name, or null if the header is absent. */
    public @Nullable String header(String name) {
        return request.getHeaders().get(name);
    }

    /** Returns the value of a cookie, or null if the request does not have it. */
    public @Nullable String cookie(String name) {
        for (HttpCookie cookie : Request.getCookies(request)) {
            if (cookie.getName().equals(name)) {
                return cookie.getValue();
            }
        }
        return null;
    }

    /** Returns the IP address of the client; behind a trusted proxy, the address that the proxy names. */
    public String clientAddress() {
        return RequestInfo.clientAddress(request);
    }

    /**
     * Reads the body. Only the first call returns it.
     *
     * @throws TooLarge if the body has more than {@code maxBytes}
     * @throws IOException if the client does not send it
     */
    public byte[] body(int maxBytes) throws IOException {
        if (request.getLength() > maxBytes) {
            throw new TooLarge(maxBytes);
        }
        try (InputStream in = Content.Source.asInputStream(request)) {
            byte[] body = in.readNBytes(maxBytes + 1);
            if (body.length > maxBytes) {
                throw new TooLarge(maxBytes);
            }
            return body;
        }
    }

    /** Returns the request of the web server. */
    @API(status = API.Status.INTERNAL, since = "0.1")
    @SuppressWarnings("exports") // for the command line only; the public API does not depend on Jetty
    public Request jetty() {
        return request;
    }
}
