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
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.json.JsonReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reads the file in which Claude Desktop, Claude Code, Cursor and others keep their servers ({@code mcpServers}), or VS
 * Code's ({@code servers}). Our own settings are extra keys in the same entries. Comments are allowed, as in VS Code,
 * and a server that is switched off there ({@code "disabled": true}) is not there for us either.
 */
@API(status = API.Status.MAINTAINED, since = "0.1")
public final class ServersFile {
    public static final String DEFAULT_NAME = ".mcp.json";

    /** The keys that an entry may have. */
    public static final Set<String> KEYS = ServerEntry.KNOWN;

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

    /**
     * What a file says, server by server, for those who can go on without one of them.
     *
     * @param entries in the order of the file
     */
    public record Inspection(List<Entry> entries, List<String> warnings) {
        /** The servers that can be used. */
        public List<ToolServer> servers() {
            return entries.stream()
                    .flatMap(
                            entry -> entry instanceof Entry.Usable(ToolServer server) ? Stream.of(server) : Stream.of())
                    .toList();
        }
    }

    /** One server of a file. */
    public sealed interface Entry {
        String name();

        record Usable(ToolServer server) implements Entry {
            @Override
            public String name() {
                return server.name();
            }
        }

        /** The fault names the file, the server and the key. */
        record Faulty(String name, InvalidServersFile fault) implements Entry {}
    }

    public static Servers read(Path file) throws InvalidServersFile {
        return read(file, System.getenv());
    }

    /** As {@link #read(Path)}, with variables from a given environment. */
    public static Servers read(Path file, Map<String, String> environment) throws InvalidServersFile {
        return parse(text(file), file.toString(), environment);
    }

    /**
     * As {@link #read(Path)}, but a server that cannot be used hides no other.
     *
     * @throws InvalidServersFile if the file as a whole cannot be used
     */
    public static Inspection inspect(Path file, Map<String, String> environment) throws InvalidServersFile {
        return inspect(text(file), file.toString(), environment);
    }

    private static String text(Path file) throws InvalidServersFile {
        try {
            return Files.readString(file);
        } catch (NoSuchFileException e) {
            throw new InvalidServersFile(file + " does not exist");
        } catch (IOException e) {
            throw new InvalidServersFile(file + " cannot be read: " + e);
        }
    }

    /** The usual file in a folder or the nearest one above it. */
    public static Optional<Path> find(Path folder) {
        for (Path at = folder.toAbsolutePath().normalize(); at != null; at = at.getParent()) {
            Path file = at.resolve(DEFAULT_NAME);
            if (Files.isRegularFile(file)) {
                return Optional.of(file);
            }
        }
        return Optional.empty();
    }

    static Servers parse(String text, String file, Map<String, String> environment) throws InvalidServersFile {
        Inspection inspected = inspect(text, file, environment);
        for (Entry entry : inspected.entries()) {
            if (entry instanceof Entry.Faulty faulty) {
                throw faulty.fault();
            }
        }
        return new Servers(inspected.servers(), inspected.warnings());
    }

    private static Inspection inspect(String text, String file, Map<String, String> environment)
            throws InvalidServersFile {
        List<Entry> read = new ArrayList<>();
        List<String> warnings = new ArrayList<>();
        for (Map.Entry<String, JsonNode> entry : entries(text, file).properties()) {
            ServerEntry reader = new ServerEntry(file, entry.getKey(), entry.getValue(), environment);
            if (reader.isDisabled()) {
                continue;
            }
            try {
                read.add(new Entry.Usable(reader.read()));
            } catch (InvalidServersFile fault) {
                read.add(new Entry.Faulty(entry.getKey(), fault));
            }
            warnings.addAll(reader.warnings());
        }
        return new Inspection(List.copyOf(read), List.copyOf(warnings));
    }

    private static ObjectNode entries(String text, String file) throws InvalidServersFile {
        JsonNode root;
        try {
            root = MAPPER.readTree(text);
        } catch (JacksonException e) {
            String line =
                    e.getLocation() == null ? "" : " (line " + e.getLocation().getLineNr() + ")";
            throw new InvalidServersFile(file + " cannot be used" + line + ": " + plainly(e.getOriginalMessage()));
        }
        JsonNode entries = root.has("mcpServers") ? root.get("mcpServers") : root.get("servers");
        if (!(entries instanceof ObjectNode servers)) {
            throw new InvalidServersFile(file + " has neither an object \"mcpServers\" nor \"servers\"");
        }
        return servers;
    }

    /** Without the parser's talk of its own classes and features. */
    private static String plainly(@Nullable String message) {
        Matcher twice = TWICE.matcher(String.valueOf(message));
        return twice.find() ? "the name \"" + twice.group(1) + "\" is given twice" : "not JSON: " + message;
    }
}
