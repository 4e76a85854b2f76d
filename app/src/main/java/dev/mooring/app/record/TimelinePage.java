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
 * A recorded run as a web page in one file. The page contains the run as data, and its content security policy allows
 * only the page's own script, so text of a server or a model cannot run as a script.
 */
public final class TimelinePage {
    private static final Pattern PLACEHOLDER = Pattern.compile("\\{\\{(\\w+)}}");

    private TimelinePage() {}

    /** Writes the page atomically, replacing an existing file. Only the owner can read it. */
    public static void write(RecordedRun run, Path file) throws IOException {
        Path folder = Objects.requireNonNullElse(file.toAbsolutePath().getParent(), Path.of("/"));
        Path written = Files.createTempFile(
                folder,
                ".page",
                ".html",
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        try {
            Files.writeString(written, html(run));
            Files.move(written, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(written);
        }
    }

    static String html(RecordedRun run) throws IOException {
        String style = resource("timeline.css");
        String script = resource("timeline.js");
        Map<String, String> values = Map.of(
                "policy",
                "default-src 'none'; style-src '" + hash(style) + "'; script-src '" + hash(script)
                        + "'; img-src data:; base-uri 'none'; form-action 'none'",
                "title",
                escaped(run.agent() + " · " + run.id()),
                "style",
                style,
                "script",
                script,
                "run",
                data(Json.text(RunJson.of(run))));
        return PLACEHOLDER
                .matcher(resource("timeline.html"))
                .replaceAll(placeholder ->
                        Matcher.quoteReplacement(Objects.requireNonNull(values.get(placeholder.group(1)))));
    }

    /** Escapes JSON so that it cannot end the script element around it. */
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
