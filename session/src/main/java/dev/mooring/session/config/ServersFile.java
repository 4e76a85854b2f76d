package dev.mooring.session.config;

import dev.mooring.session.ToolServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.json.JsonReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reads the file in which Claude Desktop, Claude Code, Cursor and others keep their servers ({@code mcpServers}), or VS
 * Code's ({@code servers}). Our own settings are extra keys in the same entries. Comments are allowed, as in VS Code.
 */
public final class ServersFile {
    public static final String USUAL_NAME = ".mcp.json";

    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(JsonReadFeature.ALLOW_JAVA_COMMENTS)
            .enable(JsonReadFeature.ALLOW_TRAILING_COMMA)
            .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private static final Pattern TWICE = Pattern.compile("Duplicate property \"([^\"]*)\"");

    private ServersFile() {}

    /**
     * What a file says.
     *
     * @param warnings about keys that nobody here knows; they are no errors, since other programs use the same file
     */
    public record Servers(List<ToolServer> servers, List<String> warnings) {}

    public static Servers read(Path file) throws InvalidServers {
        return read(file, System.getenv());
    }

    /** As {@link #read(Path)}, with variables from a given environment. */
    public static Servers read(Path file, Map<String, String> environment) throws InvalidServers {
        try {
            return parse(Files.readString(file), file.toString(), environment);
        } catch (NoSuchFileException e) {
            throw new InvalidServers(file + " does not exist");
        } catch (IOException e) {
            throw new InvalidServers(file + " cannot be read: " + e);
        }
    }

    /** The usual file in a folder or the nearest one above it. */
    public static Optional<Path> find(Path folder) {
        for (Path at = folder.toAbsolutePath().normalize(); at != null; at = at.getParent()) {
            Path file = at.resolve(USUAL_NAME);
            if (Files.isRegularFile(file)) {
                return Optional.of(file);
            }
        }
        return Optional.empty();
    }

    static Servers parse(String text, String file, Map<String, String> environment) throws InvalidServers {
        JsonNode root;
        try {
            root = MAPPER.readTree(text);
        } catch (JacksonException e) {
            String line =
                    e.getLocation() == null ? "" : " (line " + e.getLocation().getLineNr() + ")";
            throw new InvalidServers(file + " cannot be used" + line + ": " + plainly(e.getOriginalMessage()));
        }
        JsonNode entries = root.has("mcpServers") ? root.get("mcpServers") : root.get("servers");
        if (!(entries instanceof ObjectNode servers)) {
            throw new InvalidServers(file + " has neither an object \"mcpServers\" nor \"servers\"");
        }
        List<ToolServer> read = new ArrayList<>();
        List<String> warnings = new ArrayList<>();
        for (Map.Entry<String, JsonNode> entry : servers.properties()) {
            ServerEntry reader = new ServerEntry(file, entry.getKey(), entry.getValue(), environment);
            read.add(reader.read());
            warnings.addAll(reader.warnings());
        }
        return new Servers(List.copyOf(read), List.copyOf(warnings));
    }

    /** Without the parser's talk of its own classes and features. */
    private static String plainly(@Nullable String message) {
        Matcher twice = TWICE.matcher(String.valueOf(message));
        return twice.find() ? "the name \"" + twice.group(1) + "\" is given twice" : "not JSON: " + message;
    }
}
