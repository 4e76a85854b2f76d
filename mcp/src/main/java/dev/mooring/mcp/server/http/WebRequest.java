package dev.mooring.mcp.server.http;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Objects;
import org.apiguardian.api.API;
import org.eclipse.jetty.http.HttpCookie;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.Fields;
import org.jspecify.annotations.Nullable;

/** An HTTP request that a {@link WebHandler} answers. */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class WebRequest {
    private final Request request;
    private @Nullable Fields parameters;
    private boolean hidesPath;

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

    /** Returns the path and the query as sent, such as {@code /notes?page=2}. */
    public String pathAndQuery() {
        return request.getHttpURI().getPathQuery();
    }

    /** Returns the first value of a parameter of the query, decoded; null if the query lacks it. */
    public @Nullable String parameter(String name) {
        Fields known = parameters;
        if (known == null) {
            known = Request.extractQueryParameters(request);
            parameters = known;
        }
        return known.getValue(name);
    }

    /** Returns the value of a header by its case-insensitive name, or null if the header is absent. */
    public @Nullable String header(String name) {
        return request.getHeaders().get(name);
    }

    /** Returns all headers in the order in which they arrived. */
    public List<WebResponse.Header> headers() {
        return request.getHeaders().stream()
                .map(field -> new WebResponse.Header(field.getName(), Objects.requireNonNullElse(field.getValue(), "")))
                .toList();
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

    /** Returns the port on which the request arrived. */
    public int localPort() {
        return Request.getLocalPort(request);
    }

    /**
     * Marks the request as accepted from a caller. The access log names the caller, and the connection is among the last
     * that a new one closes at the limit.
     *
     * @param principal the identity of the caller; null for an anonymous caller
     */
    public void accept(@Nullable String principal) {
        RequestInfo.accept(request, principal);
    }

    /**
     * Keeps the path out of the access log unless the request is accepted or answered with status 200: an unknown path can
     * contain a mistyped secret. Without this call, the log contains the path unless the status is 404.
     */
    public void hidePath() {
        hidesPath = true;
    }

    boolean hidesPath() {
        return hidesPath;
    }

    /** Returns the object that {@link #setAttribute} has stored under a name, or null. */
    public @Nullable Object attribute(String name) {
        return request.getAttribute(name);
    }

    /** Stores an object for the duration of the request. */
    public void setAttribute(String name, Object value) {
        request.setAttribute(name, value);
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
}
