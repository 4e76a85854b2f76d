package dev.mooring.session.config;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.client.ChildEnvironment;
import dev.mooring.mcp.client.ServerLocation;
import dev.mooring.session.Secrets;
import dev.mooring.session.ServerSettings;
import dev.mooring.session.ToolServer;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The entry of one server in a servers file. Every error message names the file, the server and the key. */
final class ServerEntry {
    private static final Pattern TOKEN = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");
    private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
    private static final Pattern SECRET_NAME =
            Pattern.compile("(?i).*(key|token|secret|passw|pwd|auth|credential|cookie|private).*");
    private static final Set<String> PUBLIC_HEADERS = Set.of("accept", "content-type", "user-agent", "accept-language");
    private static final Set<String> EDITOR_FOLDERS = Set.of(".vscode", ".cursor", ".gemini", ".windsurf");
    private static final Set<String> LOCATION_KEYS = Set.of(
            "type",
            "transport",
            "command",
            "args",
            "env",
            "cwd",
            "url",
            "httpUrl",
            "serverUrl",
            "headers",
            "authorization",
            "description",
            "disabled");

    /**
     * The spellings of the address of a remote server, in the order of their precedence. Gemini CLI writes {@code httpUrl} for
     * Streamable HTTP, and may have an address for HTTP+SSE in {@code url}; Windsurf writes {@code serverUrl}.
     */
    private static final List<String> ADDRESS_KEYS = List.of("httpUrl", "serverUrl", "url");

    /** All keys that an entry can have. */
    static final Set<String> KNOWN = Stream.of(LOCATION_KEYS, SettingsReader.KEYS, AuthReader.KEYS)
            .flatMap(Set::stream)
            .collect(Collectors.toUnmodifiableSet());

    private final String file;
    private final String name;
    private final JsonNode json;
    private final Variables variables;

    ServerEntry(String file, String name, JsonNode json, Map<String, String> environment) {
        this.file = file;
        this.name = name;
        this.json = json;
        this.variables = new Variables(environment, workspaceOf(file));
    }

    /** Returns the folder of the project that a file belongs to. Editors keep the file in a hidden folder of the project. */
    private static Path workspaceOf(String file) {
        Path folder = Objects.requireNonNull(
                Path.of(file).toAbsolutePath().normalize().getParent(), "a file has a folder");
        Path above = folder.getParent();
        Path name = folder.getFileName();
        return above != null && name != null && EDITOR_FOLDERS.contains(name.toString()) ? above : folder;
    }

    ToolServer read() throws InvalidServersFile {
        if (name.isBlank()) {
            throw new InvalidServersFile(file + ": a server has a blank name");
        }
        if (!(json instanceof ObjectNode)) {
            throw new InvalidServersFile(file + ": server \"" + name + "\" is not an object");
        }
        ServerLocation location = isRemote() ? remote() : local();
        ServerSettings settings = new SettingsReader(this)
                .read().toBuilder().auth(new AuthReader(this).read(location)).build();
        return new ToolServer(name, location, settings, Secrets.of(variables.secrets()));
    }

    boolean isDisabled() {
        return json.path("disabled").booleanValue(false);
    }

    List<String> warnings() {
        List<String> warnings = new ArrayList<>();
        for (String key : json.propertyNames()) {
            if (!KNOWN.contains(key)) {
                warnings.add(file + ": server \"" + name + "\": the key \"" + key + "\" is unknown and ignored");
            }
        }
        String addressKey = addressKey();
        if (json.path(addressKey).asString("").split("[?#]", 2)[0].matches(".*/sse/?")) {
            warnings.add(
                    file + ": server \"" + name + "\": \"" + addressKey + "\" ends with /sse, the usual address of the"
                            + " deprecated HTTP+SSE transport, which Mooring does not support. If the connection fails, use the"
                            + " server's Streamable HTTP address, often /mcp instead of /sse");
        }
        for (String field : new AuthReader(this).unknownFields()) {
            warnings.add(file + ": server \"" + name + "\": the key \"" + field + "\" is unknown and ignored");
        }
        return warnings;
    }

    String file() {
        return file;
    }

    void addSecret(String value) {
        variables.addSecret(value);
    }

    JsonNode json() {
        return json;
    }

    InvalidServersFile invalid(String key, String detail) {
        return new InvalidServersFile(file + ": server \"" + name + "\": \"" + key + "\" " + detail);
    }

    private boolean isRemote() throws InvalidServersFile {
        String type = string("type");
        if (type == null) {
            type = string("transport");
        }
        String addressKey = addressKey();
        boolean hasUrl = json.has(addressKey);
        boolean hasCommand = json.has("command");
        if (hasUrl && hasCommand) {
            throw invalid(addressKey, "and \"command\" are both set; remove one of them");
        }
        if (type == null) {
            if (!hasUrl && !hasCommand) {
                throw invalid("command", "and \"url\" are both missing; set one of them");
            }
            return hasUrl;
        }
        return switch (type.toLowerCase(Locale.ROOT)) {
            case "stdio" -> false;
            case "http", "streamable-http", "streamablehttp", "streamable_http" -> true;
            case "sse" ->
                throw invalid(
                        "type",
                        "is \"sse\", a deprecated transport that Mooring does not support;"
                                + " use the server's Streamable HTTP address with \"type\": \"http\"");
            case "agent" ->
                throw invalid(
                        "type",
                        "is \"agent\": a sub-agent is a tool, not an MCP server; name it in the agent's"
                                + " tools as agent:" + name);
            default -> throw invalid("type", "is \"" + type + "\"; it must be \"stdio\" or \"http\"");
        };
    }

    /** Returns the key of the address in this entry, or {@code url} if it has none. */
    private String addressKey() {
        return ADDRESS_KEYS.stream().filter(json::has).findFirst().orElse("url");
    }

    private ServerLocation local() throws InvalidServersFile {
        String written = string("command");
        if (written == null) {
            throw invalid("command", "is missing");
        }
        String command = substituted("command", written);
        if (command.isBlank()) {
            throw invalid("command", "is blank");
        }
        List<String> line = new ArrayList<>();
        line.add(command);
        JsonNode args = json.get("args");
        if (args != null) {
            if (!args.isArray()) {
                throw invalid("args", "must be a list of strings");
            }
            for (JsonNode arg : args) {
                line.add(substituted("args", text("args", arg)));
            }
        }
        return new ServerLocation.Local(line, ChildEnvironment.inherited(environment()), directory());
    }

    private @Nullable Path directory() throws InvalidServersFile {
        String cwd = string("cwd");
        try {
            return cwd == null ? null : Path.of(substituted("cwd", cwd));
        } catch (InvalidPathException e) {
            throw invalid("cwd", "is not a valid path");
        }
    }

    private Map<String, String> environment() throws InvalidServersFile {
        Map<String, String> environment = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> entry : object("env").properties()) {
            if (!VARIABLE.matcher(entry.getKey()).matches()) {
                throw invalid(
                        "env", "has \"" + entry.getKey() + "\", which is not a valid name of an environment variable");
            }
            String value = substituted("env." + entry.getKey(), text("env." + entry.getKey(), entry.getValue()));
            if (value.indexOf('\0') >= 0) {
                throw invalid("env." + entry.getKey(), "contains a NUL character");
            }
            if (SECRET_NAME.matcher(entry.getKey()).matches()) {
                variables.addSecret(value);
            }
            environment.put(entry.getKey(), value);
        }
        return environment;
    }

    private ServerLocation remote() throws InvalidServersFile {
        String key = addressKey();
        String written = string(key);
        if (written == null || written.isBlank()) {
            throw invalid(key, "is missing");
        }
        String url = substituted(key, written);
        if (!url.equals(url.strip())) {
            throw invalid(key, "starts or ends with white space");
        }
        URI address;
        try {
            address = new URI(url);
        } catch (URISyntaxException e) {
            throw invalid(key, "is not a valid URL");
        }
        if (!"http".equalsIgnoreCase(address.getScheme()) && !"https".equalsIgnoreCase(address.getScheme())) {
            throw invalid(key, "must start with http:// or https://");
        }
        if (address.getHost() == null) {
            throw invalid(key, "has no host");
        }
        if (address.getUserInfo() != null) {
            variables.addSecret(address.getUserInfo());
        }
        return new ServerLocation.Remote(address, headers());
    }

    private Map<String, String> headers() throws InvalidServersFile {
        Map<String, String> headers = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> entry : object("headers").properties()) {
            String header = entry.getKey();
            if (!TOKEN.matcher(header).matches()) {
                throw invalid("headers", "has \"" + header + "\", which is not a valid header name");
            }
            String value = substituted("headers." + header, text("headers." + header, entry.getValue()));
            if (value.indexOf('\r') >= 0 || value.indexOf('\n') >= 0) {
                throw invalid("headers." + header, "contains a line break");
            }
            if (!PUBLIC_HEADERS.contains(header.toLowerCase(Locale.ROOT))) {
                variables.addSecret(value);
                variables.addSecret(value.substring(value.lastIndexOf(' ') + 1));
            }
            headers.put(header, value);
        }
        addAuthorization(headers);
        return headers;
    }

    /** Adds the access token that some programs write as {@code authorization}, unless a header has one already. */
    private void addAuthorization(Map<String, String> headers) throws InvalidServersFile {
        String written = string("authorization");
        if (written != null && headers.keySet().stream().noneMatch("Authorization"::equalsIgnoreCase)) {
            String value = substituted("authorization", written);
            if (value.indexOf('\r') >= 0 || value.indexOf('\n') >= 0) {
                throw invalid("authorization", "contains a line break");
            }
            variables.addSecret(value);
            variables.addSecret(value.substring(value.lastIndexOf(' ') + 1));
            headers.put("Authorization", value.indexOf(' ') < 0 ? "Bearer " + value : value);
        }
    }

    String substituted(String key, String text) throws InvalidServersFile {
        try {
            return variables.substitute(text);
        } catch (Variables.InvalidReference e) {
            throw invalid(key, String.valueOf(e.getMessage()));
        }
    }

    @Nullable
    String string(String key) throws InvalidServersFile {
        JsonNode value = json.get(key);
        return value == null || value.isNull() ? null : text(key, value);
    }

    String text(String key, JsonNode value) throws InvalidServersFile {
        if (value.isString()) {
            return value.stringValue();
        }
        if (value.isNumber() || value.isBoolean()) {
            return value.asString();
        }
        throw invalid(key, "must be a string");
    }

    private ObjectNode object(String key) throws InvalidServersFile {
        JsonNode value = json.get(key);
        if (value == null || value.isNull()) {
            return Json.object();
        }
        if (value instanceof ObjectNode object) {
            return object;
        }
        throw invalid(key, "must be an object");
    }
}
