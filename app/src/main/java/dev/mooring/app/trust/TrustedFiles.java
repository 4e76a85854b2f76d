package dev.mooring.app.trust;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mooring.app.state.OwnerOnly;
import dev.mooring.app.state.StateFolder;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.MalformedJson;
import dev.mooring.mcp.crypto.Sha256;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The servers files that the user trusts, each with the hash of its content. The path counts too, because the same command
 * can start another program in another folder. Kept in a file that only the user can write.
 */
public final class TrustedFiles {
    private final Path store;

    private TrustedFiles(Path store) {
        this.store = store;
    }

    /** Returns the trusted files in a state folder, which need not exist. */
    public static TrustedFiles in(Path stateFolder) {
        return new TrustedFiles(stateFolder.resolve("trusted-servers.json"));
    }

    /** Returns the trusted files of the user. */
    public static TrustedFiles standard(Map<String, String> environment) {
        return in(StateFolder.standard(environment));
    }

    /** Whether the user trusts a file. */
    public enum State {
        /** The user trusts the file as it is. */
        TRUSTED,
        /** The file has changed since the user trusted it. */
        CHANGED,
        /** The user has not decided about the file. */
        UNKNOWN,
        /** The user trusted the file, and it no longer exists. */
        MISSING
    }

    /** Returns the state of a file. */
    public State state(Path file) throws IOException {
        return state(file, read().get(key(file)));
    }

    private static State state(Path file, @Nullable String trusted) throws IOException {
        if (trusted == null) {
            return State.UNKNOWN;
        }
        try {
            return trusted.equals(Sha256.hex(Files.readAllBytes(file))) ? State.TRUSTED : State.CHANGED;
        } catch (NoSuchFileException e) {
            return State.MISSING;
        }
    }

    /** Returns the states of all files that the user has trusted, by path. */
    public Map<Path, State> all() throws IOException {
        Map<Path, State> states = new TreeMap<>();
        for (Map.Entry<String, String> each : read().entrySet()) {
            Path file = Path.of(each.getKey());
            states.put(file, state(file, each.getValue()));
        }
        return states;
    }

    /** Trusts a file as long as it has this content. */
    public void trust(Path file, byte[] content) throws IOException {
        Map<String, String> hashes = read();
        hashes.put(key(file), Sha256.hex(content));
        write(hashes);
    }

    /** Stops trusting a file. Returns false if the file was not trusted. */
    public boolean remove(Path file) throws IOException {
        Map<String, String> hashes = read();
        boolean removed = hashes.remove(key(file)) != null;
        if (removed) {
            write(hashes);
        }
        return removed;
    }

    private static String key(Path file) throws IOException {
        try {
            return file.toRealPath().toString();
        } catch (NoSuchFileException e) {
            return file.toAbsolutePath().normalize().toString();
        }
    }

    private Map<String, String> read() throws IOException {
        Map<String, String> hashes = new TreeMap<>();
        try {
            JsonNode files = Json.parse(Files.readString(store)).path("files");
            for (Map.Entry<String, JsonNode> each : files.properties()) {
                hashes.put(each.getKey(), each.getValue().asString(""));
            }
        } catch (NoSuchFileException e) {
            return hashes;
        } catch (MalformedJson e) {
            throw new IOException(
                    "Cannot read " + store + ": " + e.getMessage() + ". Remove the file to start afresh.", e);
        }
        return hashes;
    }

    private void write(Map<String, String> hashes) throws IOException {
        Path folder = store.toAbsolutePath().getParent();
        Files.createDirectories(folder, OwnerOnly.FOLDER);
        ObjectNode json = Json.object();
        ObjectNode files = json.putObject("files");
        hashes.forEach(files::put);
        Path written = Files.createTempFile(folder, "trusted", ".json", OwnerOnly.FILE);
        Files.write(written, Json.text(json).getBytes(UTF_8));
        Files.move(written, store, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
}
