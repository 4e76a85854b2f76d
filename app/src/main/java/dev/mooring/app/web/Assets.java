package dev.mooring.app.web;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** Serves the style sheets, scripts and icons of the pages from the program's own jar. */
public final class Assets {
    static final String PATH = "/assets/";

    private static final Map<String, String> TYPES = Map.of(
            "css", "text/css; charset=utf-8",
            "js", "text/javascript; charset=utf-8",
            "svg", "image/svg+xml");

    private final Map<String, Optional<byte[]>> loaded = new ConcurrentHashMap<>();

    Assets() {}

    /**
     * Returns the text of an asset, for a page that must work without a server.
     *
     * @throws IllegalArgumentException if no asset has the name
     */
    public static String text(String name) {
        return load(name)
                .map(bytes -> new String(bytes, StandardCharsets.UTF_8))
                .orElseThrow(() -> new IllegalArgumentException("No asset is named " + name));
    }

    /** Writes the response for an asset. Returns false if there is no asset at the path. */
    boolean handle(Request request, Response response, Callback callback, String path) {
        String name = path.substring(PATH.length());
        String type = TYPES.get(name.substring(name.lastIndexOf('.') + 1));
        if (type == null || !name.matches("[a-z-]+\\.[a-z]+")) {
            return false;
        }
        Optional<byte[]> content = loaded.computeIfAbsent(name, Assets::load);
        if (content.isEmpty()) {
            return false;
        }
        String tag = "\"" + Integer.toHexString(Arrays.hashCode(content.get())) + "\"";
        response.getHeaders().put(HttpHeader.ETAG, tag).put(HttpHeader.CACHE_CONTROL, "no-cache");
        if (tag.equals(request.getHeaders().get(HttpHeader.IF_NONE_MATCH))) {
            response.setStatus(HttpStatus.NOT_MODIFIED_304);
            callback.succeeded();
        } else {
            PageResponse.send(response, callback, HttpStatus.OK_200, type, content.get());
        }
        return true;
    }

    private static Optional<byte[]> load(String name) {
        try (InputStream in = Assets.class.getResourceAsStream("assets/" + name)) {
            return in == null ? Optional.empty() : Optional.of(in.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
