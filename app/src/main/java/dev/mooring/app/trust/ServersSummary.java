package dev.mooring.app.trust;

import dev.mooring.session.config.InvalidServersFile;
import dev.mooring.session.config.ServersFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/**
 * The commands and addresses in a servers file, for a person who decides whether to trust it. Shows no values of variables and
 * headers.
 */
final class ServersSummary {
    private static final Pattern PLAIN = Pattern.compile("[\\w@%+=:,./${}-]+");

    private static final List<String> ADDRESS_KEYS = List.of("url", "httpUrl", "serverUrl");

    private ServersSummary() {}

    /**
     * Returns the lines for all entries that are not disabled. Variables appear as the file writes them.
     *
     * @param text the content of the file
     */
    static List<String> of(Path file, String text) throws InvalidServersFile {
        List<String> lines = new ArrayList<>();
        for (Map.Entry<String, JsonNode> entry :
                ServersFile.entries(text, file.toString()).properties()) {
            JsonNode server = entry.getValue();
            if (!server.path("disabled").booleanValue(false)) {
                lines.add("  " + entry.getKey() + ": " + action(server));
                names(server.path("env"), "with the variables", lines);
                names(server.path("headers"), "with the headers", lines);
                if (server.hasNonNull("cwd")) {
                    lines.add("    in the folder " + server.path("cwd").asString(""));
                }
            }
        }
        return lines.isEmpty() ? List.of("  nothing: it has no servers") : lines;
    }

    private static String action(JsonNode server) {
        List<String> addresses = ADDRESS_KEYS.stream()
                .filter(server::hasNonNull)
                .map(key -> server.path(key).asString(""))
                .toList();
        if (!addresses.isEmpty()) {
            return "connects to " + String.join(" or ", addresses);
        }
        StringBuilder command = new StringBuilder("starts ")
                .append(quoted(server.path("command").asString("")));
        server.path("args").forEach(argument -> command.append(' ').append(quoted(argument.asString(""))));
        return command.toString();
    }

    private static String quoted(String word) {
        return PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
    }

    private static void names(JsonNode values, String label, List<String> lines) {
        if (!values.isEmpty()) {
            lines.add("    " + label + " " + String.join(", ", values.propertyNames()));
        }
    }
}
