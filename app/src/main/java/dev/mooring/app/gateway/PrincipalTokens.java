package dev.mooring.app.gateway;

import dev.mooring.app.state.OwnerOnly;
import dev.mooring.auth.client.OAuthCredentials;
import dev.mooring.auth.client.SignIn;
import dev.mooring.auth.client.TokenStore;
import dev.mooring.mcp.crypto.Sha256;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The tokens of a gateway's principals for upstream servers. Each principal has a folder of its own, which only
 * the user of the gateway can read, with a file that names the principal. Thread-safe.
 */
public final class PrincipalTokens {
    private static final String FOLDER = "people";
    private static final String NAME_FILE = "principal";

    private final Optional<Path> folder;
    private final TokenStore registrations;
    private final Map<String, TokenStore> stores = new ConcurrentHashMap<>();

    private PrincipalTokens(Optional<Path> folder) {
        this.folder = folder;
        this.registrations =
                folder.map(path -> TokenStore.inFolder(path.resolve("clients"))).orElseGet(TokenStore::inMemory);
    }

    /** Returns tokens that end with the process. */
    public static PrincipalTokens inMemory() {
        return new PrincipalTokens(Optional.empty());
    }

    /** Returns tokens in the state folder of a gateway. */
    public static PrincipalTokens inFolder(Path gateway) {
        return new PrincipalTokens(Optional.of(gateway.resolve(FOLDER)));
    }

    /** Returns the store of the registrations with authorization servers, which all principals share. */
    TokenStore registrations() {
        return registrations;
    }

    /** Returns the tokens of a principal. */
    TokenStore of(String principal) {
        return stores.computeIfAbsent(
                principal,
                _ -> folder.map(path -> TokenStore.inFolder(path.resolve(Sha256.hex(principal))))
                        .orElseGet(TokenStore::inMemory));
    }

    /** Writes the principal into its folder, so that its tokens can be found when the person is removed. */
    void nameOwner(String principal) throws IOException {
        if (folder.isEmpty()) {
            return;
        }
        Path own = folder.get().resolve(Sha256.hex(principal));
        Files.createDirectories(own, OwnerOnly.FOLDER);
        Path file = own.resolve(NAME_FILE);
        if (!Files.exists(file)) {
            Files.writeString(file, principal);
        }
    }

    /** Returns whether any principal has signed in to a server. */
    boolean hasSignIns(URI server) throws IOException {
        for (TokenStore store : allStores()) {
            if (store.find(server).isPresent()) {
                return true;
            }
        }
        return false;
    }

    private List<TokenStore> allStores() throws IOException {
        if (folder.isEmpty()) {
            return List.copyOf(stores.values());
        }
        return ownersIn(folder.get()).stream().map(TokenStore::inFolder).toList();
    }

    /** Revokes and deletes the tokens of the principals that no longer exist. */
    void removeUnknown(Predicate<String> exists) throws IOException, InterruptedException {
        if (folder.isPresent()) {
            remove(folder.get(), exists.negate());
        }
    }

    /**
     * Revokes and deletes the tokens of a removed person in all gateways of this machine's user. Deletes them even if an
     * authorization server cannot be reached.
     *
     * @param gateways the folder with the state folders of the gateways
     * @param subject the id of the person
     * @return how many sign-ins were deleted
     */
    public static int removePerson(Path gateways, String subject) throws IOException, InterruptedException {
        int removed = 0;
        for (Path gateway : children(gateways)) {
            removed += remove(gateway.resolve(FOLDER), principal -> principal.endsWith(" " + subject));
        }
        return removed;
    }

    private static int remove(Path folder, Predicate<String> isRemoved) throws IOException, InterruptedException {
        int removed = 0;
        for (Path own : ownersIn(folder)) {
            if (isRemoved.test(Files.readString(own.resolve(NAME_FILE)))) {
                TokenStore store = TokenStore.inFolder(own);
                for (SignIn signIn : store.list()) {
                    OAuthCredentials.forServer(URI.create(signIn.server()))
                            .store(store)
                            .build()
                            .signOut();
                    removed++;
                }
                for (Path file : children(own)) {
                    Files.deleteIfExists(file);
                }
                Files.deleteIfExists(own);
            }
        }
        return removed;
    }

    private static List<Path> ownersIn(Path folder) throws IOException {
        return children(folder).stream()
                .filter(own -> Files.isRegularFile(own.resolve(NAME_FILE)))
                .toList();
    }

    private static List<Path> children(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.toList();
        }
    }
}
