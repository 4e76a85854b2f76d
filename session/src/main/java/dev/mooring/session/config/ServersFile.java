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
 * The file in which Claude Desktop, Claude Code, Cursor and others configure their servers ({@code mcpServers}), or
 * that of VS Code ({@code servers}). Mooring's own settings are extra keys in the same entries. The file can contain
 * comments, as in VS Code. Entries with {@code "disabled": true} are skipped.
 */
@API(status = API.Status.MAINTAINED, since = "0.1")
public final class ServersFile {
    /** The usual name of the file. */
    public static final String DEFAULT_NAME = ".mcp.json";

    /** The keys that an entry can have. */
    public static final Set<String> KEYS = ServerEntry.KNOWN;

    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(JsonReadFeature.ALLOW_JAVA_COMMENTS)
            .enable(JsonReadFeature.ALLOW_TRAILING_COMMA)
            .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private static final Pattern DUPLICATE = Pattern.compile("Duplicate property \"([^\"]*)\"");

    private ServersFile() {}

    /**
     * The servers of a file.
     *
     * @param warnings about unknown keys, which are not errors because other programs use the same file
     */
    public record Servers(List<ToolServer> servers, List<String> warnings) {}

    /**
     * The entries of a file, for programs that can work without the invalid ones.
     *
     * @param entries the entries in the order of the file
     * @param warnings about unknown keys
     */
    public record Inspection(List<Entry> entries, List<String> warnings) {
        /** Returns the servers of the valid entries. */
        public List<ToolServer> servers() {
            return entries.stream()
                    .flatMap(
                            entry -> entry instanceof Entry.Usable(ToolServer server) ? Stream.of(server) : Stream.of())
                    .toList();
        }
    }

    /** The entry of one server. */
    public sealed interface Entry {
        /** Returns the name of the server. */
        String name();

        /** A valid entry. */
        record Usable(ToolServer server) implements Entry {
            @Override
            public String name() {
                return server.name();
            }
        }

        /**
         * An invalid entry.
         *
         * @param error names the file, the server and the key
         */
        record Invalid(String name, InvalidServersFile error) implements Entry {}
    }

    /**
     * Reads a file, with variables from the environment of this process.
     *
     * @throws InvalidServersFile if the file or one of its servers is invalid
     */
    public static Servers read(Path file) throws InvalidServersFile {
        return read(file, System.getenv());
    }

    /** Reads a file as {@link #read(Path)} does, with variables from the given environment. */
    public static Servers read(Path file, Map<String, String> environment) throws InvalidServersFile {
        return parse(text(file), file.toString(), environment);
    }

    /**
     * Reads a file and reports invalid servers as entries.
     *
     * @throws InvalidServersFile if the file as a whole is invalid
     */
    public static Inspection inspect(Path file, Map<String, String> environment) throws InvalidServersFile {
        return inspect(text(file), file.toString(), environment);
    }

    private static String text(Path file) throws InvalidServersFile {
        if (Files.isDirectory(file)) {
            throw new InvalidServersFile(
                    file + " is a folder. Name the servers file in it, such as " + file.resolve(DEFAULT_NAME));
        }
        try {
            return Files.readString(file);
        } catch (NoSuchFileException e) {
            throw new InvalidServersFile(file + " does not exist");
        } catch (IOException e) {
            throw new InvalidServersFile("Cannot read " + file + ": " + e);
        }
    }

    /** Finds the file with the usual name in a folder or in the nearest folder above it. */
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
            if (entry instanceof Entry.Invalid invalid) {
                throw invalid.error();
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
            } catch (InvalidServersFile e) {
                read.add(new Entry.Invalid(entry.getKey(), e));
            }
            warnings.addAll(reader.warnings());
        }
        return new Inspection(List.copyOf(read), List.copyOf(warnings));
    }

    /**
     * Returns the entries of a file as they are in its text: unchecked, with variables not replaced.
     *
     * @param file the name of the file, for messages
     * @throws InvalidServersFile if the file as a whole is invalid
     */
    public static ObjectNode entries(String text, String file) throws InvalidServersFile {
        JsonNode root;
        try {
            root = MAPPER.readTree(text);
        } catch (JacksonException e) {
            String line =
                    e.getLocation() == null ? "" : " (line " + e.getLocation().getLineNr() + ")";
            throw new InvalidServersFile("Cannot use " + file + line + ": " + plainMessage(e.getOriginalMessage()));
        }
        JsonNode entries = root.has("mcpServers") ? root.get("mcpServers") : root.get("servers");
        if (!(entries instanceof ObjectNode servers)) {
            throw new InvalidServersFile(file + " has neither an object \"mcpServers\" nor \"servers\"");
        }
        return servers;
    }

    /** Returns the parser's message without the names of its classes and features. */
    private static String plainMessage(@Nullable String message) {
        Matcher duplicate = DUPLICATE.matcher(String.valueOf(message));
        return duplicate.find()
                ? "the name \"" + duplicate.group(1) + "\" is used twice"
                : "not JSON: " + String.valueOf(message).replaceFirst(" \\(start marker at \\[Source:.*", "");
    }
}
