package dev.mooring.app.web;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.EOFException;
import java.io.IOException;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.Fields;
import org.eclipse.jetty.util.UrlEncoded;

/** The fields of a form that a page without a script has sent. */
public final class PageForm {
    private static final String TYPE = "application/x-www-form-urlencoded";
    private static final String PARSED = PageForm.class.getName();
    private static final int MAX_BYTES = 16_384;

    private final Fields fields;

    private PageForm(Fields fields) {
        this.fields = fields;
    }

    /** Returns whether a request sends a form. */
    static boolean isIn(Request request) {
        String type = request.getHeaders().get(HttpHeader.CONTENT_TYPE);
        return type != null && type.regionMatches(true, 0, TYPE, 0, TYPE.length());
    }

    /** Returns the form in the body of a request, which is read once. */
    public static PageForm of(Request request) throws IOException {
        if (request.getAttribute(PARSED) instanceof PageForm known) {
            return known;
        }
        try (var in = Content.Source.asInputStream(request)) {
            var fields = new Fields();
            UrlEncoded.decodeTo(new String(in.readNBytes(MAX_BYTES), UTF_8), fields::add, UTF_8);
            var form = new PageForm(fields);
            request.setAttribute(PARSED, form);
            return form;
        }
    }

    /**
     * Reads a small body that nobody needs. Otherwise the server closes the connection after its response, and a browser that
     * still sends the body may show an error instead of the response.
     */
    static void discard(Request request) throws IOException {
        long length = request.getLength();
        if (length > 0 && length <= MAX_BYTES && request.getAttribute(PARSED) == null) {
            try (var in = Content.Source.asInputStream(request)) {
                in.skipNBytes(length);
            } catch (EOFException e) {
                // The client has left.
            }
        }
    }

    /** Returns the value of a field without spaces around it; empty if the form lacks the field. */
    public String get(String name) {
        return raw(name).strip();
    }

    /** Returns the value of a field as it was typed; empty if the form lacks the field. */
    String raw(String name) {
        String value = fields.getValue(name);
        return value == null ? "" : value;
    }
}
