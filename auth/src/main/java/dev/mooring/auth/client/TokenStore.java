package dev.mooring.auth.client;

import dev.mooring.auth.discovery.Addresses;
import dev.mooring.mcp.crypto.Sha256;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * The storage of sign-ins, one entry per MCP server and authorization server. Any number of threads may use it, and any
 * number of processes may share a folder.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class TokenStore {
    private final TextStore texts;

    private TokenStore(TextStore texts) {
        this.texts = texts;
    }

    /** Returns a store in memory, which ends with the program. */
    public static TokenStore inMemory() {
        return new TokenStore(new TextStore.InMemory());
    }

    /** Returns a store in a folder, which need not exist. Only the owner of the folder can read its files. */
    public static TokenStore inFolder(Path folder) {
        return new TokenStore(new FolderTextStore(folder));
    }

    /** Returns all sign-ins. */
    public List<SignIn> list() throws IOException {
        List<SignIn> signIns = new ArrayList<>();
        for (String name : texts.names()) {
            String text = texts.read(name);
            StoredSignIn stored = text == null ? null : StoredSignIn.of(text);
            if (stored != null && stored.grant() != null) {
                signIns.add(describe(stored, stored.grant()));
            }
        }
        return signIns;
    }

    /** Returns the current sign-in to a server. */
    public Optional<SignIn> find(URI server) throws IOException {
        StoredSignIn stored = current(Addresses.canonical(server));
        return stored == null || stored.grant() == null
                ? Optional.empty()
                : Optional.of(describe(stored, stored.grant()));
    }

    private static SignIn describe(StoredSignIn stored, TokenGrant grant) {
        return new SignIn(
                stored.server(),
                stored.issuer(),
                grant.account(),
                grant.granted(),
                grant.expiresAt(),
                grant.refreshToken() != null);
    }

    /**
     * Returns the newest entry of a server with a grant, else its newest entry; null if the store has no entry for the
     * server.
     */
    @Nullable
    StoredSignIn current(String server) throws IOException {
        return all(server).stream()
                .max(Comparator.comparing((StoredSignIn stored) -> stored.grant() != null)
                        .thenComparing(stored -> stored.grant() == null
                                ? Instant.EPOCH
                                : stored.grant().obtainedAt())
                        .thenComparing(StoredSignIn::savedAt))
                .orElse(null);
    }

    List<StoredSignIn> all(String server) throws IOException {
        String prefix = hash(server) + "-";
        List<StoredSignIn> found = new ArrayList<>();
        for (String name : texts.names()) {
            String text = name.startsWith(prefix) ? texts.read(name) : null;
            StoredSignIn stored = text == null ? null : StoredSignIn.of(text);
            if (stored != null && stored.server().equals(server)) {
                found.add(stored);
            }
        }
        return found;
    }

    StoredSignIn get(String server, String issuer) throws IOException {
        String text = texts.read(name(server, issuer));
        return Objects.requireNonNullElseGet(
                text == null ? null : StoredSignIn.of(text), () -> StoredSignIn.empty(server, issuer));
    }

    void put(StoredSignIn stored) throws IOException {
        texts.write(name(stored.server(), stored.issuer()), stored.toJson());
    }

    void delete(StoredSignIn stored) throws IOException {
        texts.delete(name(stored.server(), stored.issuer()));
    }

    /** Waits for the exclusive lock on the entries of a server. */
    TextStore.Lock lock(String server) throws IOException, InterruptedException {
        return texts.lock(hash(server));
    }

    private static String name(String server, String issuer) {
        return hash(server) + "-" + hash(issuer);
    }

    private static String hash(String text) {
        return HexFormat.of().formatHex(Sha256.of(text), 0, 12);
    }
}
