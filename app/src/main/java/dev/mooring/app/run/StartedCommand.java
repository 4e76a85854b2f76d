package dev.mooring.app.run;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.crypto.Sha256;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.NullNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The command that began a run, as its transcript keeps it for the command that continues it.
 *
 * @param isChat whether the run is a conversation
 * @param folder the working directory
 * @param agentHash identifies the content of the agent file and the files of its sub-agents
 * @param servers null if there is no servers file
 * @param model as {@code --model}; null without the option
 * @param input the input of the agent; null for a conversation
 */
public record StartedCommand(
        boolean isChat,
        Path folder,
        Path agent,
        String agentHash,
        @Nullable Servers servers,
        @Nullable String model,
        JsonNode input) {

    /**
     * A servers file.
     *
     * @param isNamed whether the user named it with {@code --servers}, and so agreed to its servers
     * @param hash identifies its content
     */
    public record Servers(Path file, boolean isNamed, String hash) {
        /** Returns the file as it is now. */
        public static Servers of(Path file, boolean isNamed) throws IOException {
            return new Servers(file.toAbsolutePath().normalize(), isNamed, Sha256.hex(Files.readAllBytes(file)));
        }

        /** Returns whether the file has another content now, or is gone. */
        public boolean hasChanged() throws IOException {
            try {
                return !Sha256.hex(Files.readAllBytes(file)).equals(hash);
            } catch (NoSuchFileException e) {
                return true;
            }
        }
    }

    /** Returns the current working directory. */
    public static Path currentFolder() {
        return Path.of("").toAbsolutePath().normalize();
    }

    /** Returns the path of the servers file; empty if the command uses no servers file. */
    public Optional<Path> serversFile() {
        return Optional.ofNullable(servers).map(Servers::file);
    }

    /** Returns the input as text. */
    public String inputText() {
        return isChat ? "(a conversation)" : input.isString() ? input.stringValue() : Json.text(input);
    }

    ObjectNode json() {
        ObjectNode json = Json.object()
                .put("command", isChat ? "chat" : "run")
                .put("folder", folder.toString())
                .put("agent", agent.toString())
                .put("agentHash", agentHash)
                .put("model", model);
        if (servers != null) {
            json.putObject("servers")
                    .put("file", servers.file().toString())
                    .put("named", servers.isNamed())
                    .put("hash", servers.hash());
        }
        return json.set("input", input);
    }

    /** Returns the command in a transcript. */
    public static StartedCommand of(ObjectNode json) {
        ObjectNode servers = Json.objectAt(json, "servers");
        JsonNode input = json.get("input");
        return new StartedCommand(
                "chat".equals(Json.stringAt(json, "command")),
                Path.of(text(json, "folder")),
                Path.of(text(json, "agent")),
                text(json, "agentHash"),
                servers == null
                        ? null
                        : new Servers(
                                Path.of(text(servers, "file")),
                                servers.path("named").asBoolean(false),
                                text(servers, "hash")),
                Json.stringAt(json, "model"),
                input == null ? NullNode.getInstance() : input);
    }

    private static String text(ObjectNode json, String field) {
        String text = Json.stringAt(json, field);
        return text == null ? "" : text;
    }
}
