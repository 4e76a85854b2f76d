package dev.mooring.app.web;

import dev.mooring.mcp.server.http.WebRequest;
import dev.mooring.mcp.server.http.WebResponse;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

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

    /** Returns the response for an asset, or null if there is no asset at the path. */
    @Nullable
    WebResponse handle(WebRequest request) {
        String name = request.path().substring(PATH.length());
        String type = TYPES.get(name.substring(name.lastIndexOf('.') + 1));
        if (type == null || !name.matches("[a-z-]+\\.[a-z]+")) {
            return null;
        }
        Optional<byte[]> content = loaded.computeIfAbsent(name, Assets::load);
        if (content.isEmpty()) {
            return null;
        }
        String tag = "\"" + Integer.toHexString(Arrays.hashCode(content.get())) + "\"";
        WebResponse response = tag.equals(request.header("If-None-Match"))
                ? WebResponse.of(304)
                : WebResponse.of(200, type, content.get());
        return response.with("ETag", tag).with("Cache-Control", "no-cache");
    }

    private static Optional<byte[]> load(String name) {
        try (InputStream in = Assets.class.getResourceAsStream("assets/" + name)) {
            return in == null ? Optional.empty() : Optional.of(in.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
