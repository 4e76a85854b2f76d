package dev.mooring.app.web;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mooring.mcp.server.http.WebRequest;
import java.io.IOException;
import java.net.URLDecoder;
import java.util.HashMap;
import java.util.Map;

/** The fields of a form that a page without a script has sent. */
public final class PageForm {
    private static final String TYPE = "application/x-www-form-urlencoded";
    private static final String PARSED = PageForm.class.getName();
    private static final int MAX_BYTES = 16_384;

    private final Map<String, String> fields;

    private PageForm(Map<String, String> fields) {
        this.fields = fields;
    }

    /** Returns whether a request sends a form. */
    static boolean isIn(WebRequest request) {
        String type = request.header("Content-Type");
        return type != null && type.regionMatches(true, 0, TYPE, 0, TYPE.length());
    }

    /**
     * Returns the form in the body of a request, which is read once.
     *
     * @throws IllegalArgumentException if the form is malformed
     */
    public static PageForm of(WebRequest request) throws IOException {
        if (request.attribute(PARSED) instanceof PageForm known) {
            return known;
        }
        var form = new PageForm(parse(new String(request.body(MAX_BYTES), UTF_8)));
        request.setAttribute(PARSED, form);
        return form;
    }

    /** Returns the fields. If a name occurs more than once, its first value counts. */
    private static Map<String, String> parse(String body) {
        Map<String, String> fields = new HashMap<>();
        for (String field : body.split("&", -1)) {
            int end = field.indexOf('=');
            String name = end < 0 ? field : field.substring(0, end);
            String value = end < 0 ? "" : field.substring(end + 1);
            fields.putIfAbsent(URLDecoder.decode(name, UTF_8), URLDecoder.decode(value, UTF_8));
        }
        return fields;
    }

    /**
     * Reads and discards a small body. Otherwise the server closes the connection after its response, and a browser that
     * still sends the body may show an error instead of the response.
     */
    static void discard(WebRequest request) {
        if (request.header("Content-Length") != null && request.attribute(PARSED) == null) {
            try {
                request.body(MAX_BYTES);
            } catch (IOException e) {
                // The body is large, or the client has left.
            }
        }
    }

    /** Returns the value of a field without spaces around it; empty if the form lacks the field. */
    public String get(String name) {
        return raw(name).strip();
    }

    /** Returns the value of a field as it was typed; empty if the form lacks the field. */
    String raw(String name) {
        return fields.getOrDefault(name, "");
    }
}
