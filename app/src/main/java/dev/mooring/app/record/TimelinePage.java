package dev.mooring.app.record;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mooring.app.state.OwnerOnly;
import dev.mooring.app.web.Assets;
import dev.mooring.app.web.Html;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.crypto.Sha256;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Base64;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.node.ObjectNode;

/**
 * A recorded run as a web page with a timeline. The page contains the run as data, and its content security policy allows
 * only the page's own script, so text of a server or a model cannot run as a script.
 */
public final class TimelinePage {
    private static final Pattern PLACEHOLDER = Pattern.compile("\\{\\{(\\w+)}}");

    private TimelinePage() {}

    /** Writes the page atomically, replacing an existing file. Only the owner can read it. */
    public static void write(RecordedRun run, Path file) throws IOException {
        Path folder = Objects.requireNonNullElse(file.toAbsolutePath().getParent(), Path.of("/"));
        if (!Files.isDirectory(folder)) {
            throw new IOException(
                    "Cannot write " + file + ": the folder " + folder + " does not exist. Create it first.");
        }
        Path written = Files.createTempFile(folder, ".page", ".html", OwnerOnly.FILE);
        try {
            Files.writeString(written, html(run));
            Files.move(written, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(written);
        }
    }

    /** Returns the page as one file, which works without a server and does not change. */
    static String html(RecordedRun run) {
        String style = Assets.text("mooring.css") + Assets.text("timeline.css");
        String script = Assets.text("timeline.js");
        String policy = "default-src 'none'; style-src '" + hash(style) + "'; script-src '" + hash(script)
                + "'; img-src data:; base-uri 'none'; form-action 'none'";
        return page(
                run.agent() + " · " + run.id(),
                "<meta http-equiv=\"Content-Security-Policy\" content=\"" + policy + "\">\n"
                        + "<meta name=\"referrer\" content=\"no-referrer\">\n<link rel=\"icon\" href=\"data:,\">\n<style>"
                        + style + "</style>",
                "",
                RunJson.of(run),
                "<script>" + script + "</script>");
    }

    /** Returns the page for a service, with a link to the list of runs. It follows the run while it is in progress. */
    static String served(ObjectNode run) {
        return page(
                run.path("agent").asString("") + " · " + run.path("id").asString(""),
                "<link rel=\"icon\" href=\"/assets/mooring.svg\">\n<link rel=\"stylesheet\" href=\"/assets/mooring.css\">\n"
                        + "<link rel=\"stylesheet\" href=\"/assets/timeline.css\">",
                "<a class=\"back\" href=\"/\">← All runs</a>",
                run,
                "<script src=\"/assets/timeline.js\"></script>");
    }

    /** Returns the page with the list of runs. */
    static String servedList(ObjectNode runs) {
        return resource("runs.html").replace("{{runs}}", data(Json.text(runs)));
    }

    private static String page(String title, String head, String navigation, ObjectNode run, String script) {
        Map<String, String> values = Map.of(
                "head", head,
                "title", new Html().text(title).toString(),
                "navigation", navigation,
                "run", data(Json.text(run)),
                "script", script);
        return PLACEHOLDER
                .matcher(resource("timeline.html"))
                .replaceAll(placeholder ->
                        Matcher.quoteReplacement(Objects.requireNonNull(values.get(placeholder.group(1)))));
    }

    /** Escapes JSON so that it cannot end the script element around it. */
    static String data(String json) {
        return json.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029");
    }

    private static String hash(String text) {
        return "sha256-" + Base64.getEncoder().encodeToString(Sha256.of(text.getBytes(UTF_8)));
    }

    static String resource(String name) {
        try (InputStream in = TimelinePage.class.getResourceAsStream(name)) {
            return new String(Objects.requireNonNull(in, name).readAllBytes(), UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
