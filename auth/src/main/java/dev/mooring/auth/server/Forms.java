package dev.mooring.auth.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.nimbusds.oauth2.sdk.util.URLUtils;
import dev.mooring.mcp.server.http.WebRequest;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** Reads the bodies of forms. */
final class Forms {
    static final String TYPE = "application/x-www-form-urlencoded";

    private Forms() {}

    /** Returns the fields; none if the body is not a form. */
    static Map<String, List<String>> read(WebRequest request, int maxBytes) throws IOException {
        return isForm(request) ? URLUtils.parseParameters(new String(request.body(maxBytes), UTF_8)) : Map.of();
    }

    static boolean isForm(WebRequest request) {
        String type = request.header("Content-Type");
        return type != null && type.strip().regionMatches(true, 0, TYPE, 0, TYPE.length());
    }
}
