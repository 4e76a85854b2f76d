package dev.mooring.session.config;

import dev.mooring.mcp.client.ServerLocation;
import dev.mooring.session.ServerAuth;
import dev.mooring.session.ServerAuth.Subject;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reads the sign-in of a server from {@code auth}, also with the spellings of Cursor, or from {@code oauth}, the key of
 * Claude Code and VS Code.
 */
final class AuthReader {
    static final Set<String> KEYS = Set.of("auth", "oauth");

    private static final Set<String> FIELDS = Set.of(
            "clientId",
            "CLIENT_ID",
            "clientSecret",
            "CLIENT_SECRET",
            "privateKey",
            "keyId",
            "issuer",
            "scopes",
            "grant",
            "clientMetadata",
            "redirectUri",
            "callbackPort");

    private final ServerEntry entry;
    private final String key;
    private final @Nullable JsonNode value;

    AuthReader(ServerEntry entry) {
        this.entry = entry;
        this.key = entry.json().has("auth") ? "auth" : "oauth";
        this.value = entry.json().get(key);
    }

    ServerAuth read(ServerLocation location) throws InvalidServersFile {
        if (value == null || value.isNull()) {
            return onDemand(location);
        }
        if (value.isString() && value.stringValue().equals("none")) {
            return ServerAuth.NONE;
        }
        if (!(value instanceof ObjectNode)) {
            throw entry.invalid(key, "must be \"none\" or an object with a client id, scopes or both");
        }
        if (!(location instanceof ServerLocation.Remote)) {
            throw entry.invalid(key, "is for servers with a \"url\"; give a local server its credentials in \"env\"");
        }
        String clientId = text("clientId", "CLIENT_ID");
        String secret = secret(text("clientSecret", "CLIENT_SECRET"));
        String privateKey = secret(privateKey());
        if (clientId == null && (secret != null || privateKey != null)) {
            throw entry.invalid(key + ".clientId", "is missing");
        }
        if (secret != null && privateKey != null) {
            throw entry.invalid(key + ".clientSecret", "and \"privateKey\" are both set; remove one of them");
        }
        return ServerAuth.builder(subject(secret != null || privateKey != null))
                .clientId(clientId)
                .clientSecret(secret)
                .privateKey(privateKey)
                .keyId(text("keyId"))
                .issuer(text("issuer"))
                .scopes(scopes())
                .clientMetadata(address("clientMetadata", text("clientMetadata")))
                .redirect(redirect())
                .build();
    }

    /** Returns the default: a person signs in on demand, unless the entry has an {@code Authorization} header. */
    private static ServerAuth onDemand(ServerLocation location) {
        return location instanceof ServerLocation.Remote remote
                        && remote.headers().keySet().stream().noneMatch("Authorization"::equalsIgnoreCase)
                ? ServerAuth.ON_DEMAND
                : ServerAuth.NONE;
    }

    List<String> unknownFields() {
        List<String> unknown = new ArrayList<>();
        if (value instanceof ObjectNode fields) {
            for (String field : fields.propertyNames()) {
                if (!FIELDS.contains(field)) {
                    unknown.add(key + "." + field);
                }
            }
        }
        return unknown;
    }

    /**
     * Returns who signs in. In Mooring's own spelling, credentials of a client mean that the program signs in. In the
     * spellings of other programs a person signs in, because those programs support nothing else.
     */
    private Subject subject(boolean hasCredentials) throws InvalidServersFile {
        String grant = text("grant");
        if (grant == null) {
            boolean isOwnSpelling = key.equals("auth") && !value().has("CLIENT_ID");
            return hasCredentials && isOwnSpelling ? Subject.PROGRAM : Subject.PERSON;
        }
        return switch (grant) {
            case "authorization_code" -> Subject.PERSON;
            case "client_credentials" -> {
                if (!hasCredentials) {
                    throw entry.invalid(
                            key + ".grant", "is \"client_credentials\", which needs a clientSecret or a privateKey");
                }
                yield Subject.PROGRAM;
            }
            default ->
                throw entry.invalid(
                        key + ".grant",
                        "is \"" + grant + "\"; it must be \"authorization_code\" or \"client_credentials\"");
        };
    }

    private JsonNode value() {
        return entry.json().path(key);
    }

    /** Returns the text of the first spelling of a field that the object has; null if it has none of them. */
    private @Nullable String text(String... spellings) throws InvalidServersFile {
        for (String field : spellings) {
            JsonNode text = value().get(field);
            if (text != null && !text.isNull()) {
                return entry.substituted(key + "." + field, entry.text(key + "." + field, text));
            }
        }
        return null;
    }

    private @Nullable String secret(@Nullable String secret) {
        if (secret != null) {
            entry.addSecret(secret);
        }
        return secret;
    }

    /** Returns the key, which the entry contains or names as a file beside the servers file. */
    private @Nullable String privateKey() throws InvalidServersFile {
        String text = text("privateKey");
        if (text == null || text.contains("-----BEGIN")) {
            return text;
        }
        try {
            return Files.readString(Path.of(entry.file()).resolveSibling(text));
        } catch (IOException e) {
            throw entry.invalid(key + ".privateKey", "names a file that cannot be read: " + e.getMessage());
        }
    }

    private @Nullable List<String> scopes() throws InvalidServersFile {
        JsonNode scopes = value().get("scopes");
        if (scopes == null || scopes.isNull()) {
            return null;
        }
        List<String> all = new ArrayList<>();
        for (JsonNode scope : scopes.isArray() ? scopes.values() : List.of(scopes)) {
            String text = entry.substituted(key + ".scopes", entry.text(key + ".scopes", scope));
            Arrays.stream(text.split("\\s+")).filter(each -> !each.isEmpty()).forEach(all::add);
        }
        return all;
    }

    private @Nullable URI redirect() throws InvalidServersFile {
        String port = text("callbackPort");
        String redirect = port == null ? text("redirectUri") : "http://localhost:" + port + "/callback";
        return address(port == null ? "redirectUri" : "callbackPort", redirect);
    }

    private @Nullable URI address(String field, @Nullable String text) throws InvalidServersFile {
        try {
            return text == null ? null : new URI(text);
        } catch (URISyntaxException e) {
            throw entry.invalid(key + "." + field, "is not a valid address");
        }
    }
}
