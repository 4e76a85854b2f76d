package dev.mooring.app.record;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mooring.mcp.Json;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A story as one web page that needs nothing else. What the record holds is data in it, and the page's policy lets only
 * the page's own script run, so nothing that a server or a model said can.
 */
public final class TimelinePage {
    private static final Pattern PLACE = Pattern.compile("\\{\\{(\\w+)}}");

    private TimelinePage() {}

    /** Writes the page where only its owner can read it, in place of what is there. */
    public static void write(RecordedRun story, Path file) throws IOException {
        Path folder = Objects.requireNonNullElse(file.toAbsolutePath().getParent(), Path.of("/"));
        // Made with permissions for the owner alone.
        Path written = Files.createTempFile(
                folder,
                ".page",
                ".html",
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        try {
            Files.writeString(written, html(story));
            Files.move(written, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(written);
        }
    }

    static String html(RecordedRun story) throws IOException {
        String style = resource("timeline.css");
        String script = resource("timeline.js");
        Map<String, String> values = Map.of(
                "policy",
                "default-src 'none'; style-src '" + hash(style) + "'; script-src '" + hash(script)
                        + "'; img-src data:; base-uri 'none'; form-action 'none'",
                "title",
                escaped(story.agent() + " · " + story.id()),
                "style",
                style,
                "script",
                script,
                "story",
                data(Json.text(RunJson.of(story))));
        return PLACE.matcher(resource("timeline.html"))
                .replaceAll(place -> Matcher.quoteReplacement(Objects.requireNonNull(values.get(place.group(1)))));
    }

    /** JSON that a browser cannot take for the end of the element that holds it. */
    private static String data(String json) {
        return json.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029");
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
    }

    private static String hash(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8));
            return "sha256-" + Base64.getEncoder().encodeToString(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String resource(String name) throws IOException {
        try (InputStream in = TimelinePage.class.getResourceAsStream(name)) {
            return new String(Objects.requireNonNull(in, name).readAllBytes(), UTF_8);
        }
    }
}
