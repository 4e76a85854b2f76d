package dev.mooring.app.gateway;

import dev.mooring.app.state.StateKey;
import dev.mooring.app.state.StateLock;
import dev.mooring.app.terminal.FailureText;
import dev.mooring.auth.grant.AuthorizationStore;
import dev.mooring.gateway.GatewayCluster;
import dev.mooring.gateway.GatewayOptions;
import dev.mooring.handle.HandleStoreUnavailable;
import dev.mooring.handle.cluster.ClusterStore;
import dev.mooring.mcp.server.http.HttpLimits;
import dev.mooring.mcp.server.http.sessions.SessionStore;
import dev.mooring.store.StateStore;
import dev.mooring.store.StoreLocation;
import dev.mooring.store.StoredSessions;
import dev.mooring.store.Stores;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.crypto.SecretKey;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The state of a gateway that outlives its process: the store, its key, and the lock against other gateways. */
public final class GatewayState implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(GatewayState.class);

    private final StateStore stores;
    private final @Nullable SecretKey key;
    private final Optional<StateLock> lock;
    private final Optional<Replicas> replicas;
    private final List<StoredSessions> sessions = new ArrayList<>();

    /** Opens the stores. */
    @FunctionalInterface
    public interface StoreOpener {
        StateStore open() throws IOException;
    }

    /** The state that a gateway shares with other replicas, beside the store. */
    private record Replicas(ClusterStore owners, GatewayCluster cluster) {}

    private GatewayState(
            StateStore stores, @Nullable SecretKey key, Optional<StateLock> lock, Optional<Replicas> replicas) {
        this.stores = stores;
        this.key = key;
        this.lock = lock;
        this.replicas = replicas;
    }

    /**
     * Opens the state that a gateway shares with other replicas.
     *
     * @param keyFile the file with the key of the cluster
     * @throws IOException if the file or the database cannot be used
     */
    public static GatewayState openShared(StoreLocation.Postgresql location, Path keyFile) throws IOException {
        GatewayCluster.check(keyFile);
        ClusterStore owners = Stores.openCluster(location);
        boolean isOpen = false;
        try {
            var cluster = GatewayCluster.of(owners, keyFile);
            var state = new GatewayState(
                    Stores.openShared(location),
                    cluster.sealKey(),
                    Optional.empty(),
                    Optional.of(new Replicas(owners, cluster)));
            isOpen = true;
            return state;
        } finally {
            if (!isOpen) {
                owners.close();
            }
        }
    }

    /**
     * Opens the state. If its folder cannot be written, sessions are kept in memory, and the error stream says so.
     *
     * @param folder the folder of the key, and of the lock unless the store is another file
     * @throws IOException if another gateway uses the state, or if a database cannot be opened
     */
    public static GatewayState open(StoreLocation location, Path folder, StoreOpener opener, PrintWriter err)
            throws IOException {
        if (location instanceof StoreLocation.Memory) {
            return inMemory();
        }
        try {
            return openDurable(location, folder, opener);
        } catch (FileSystemException e) {
            err.println("mooring: Cannot use the store " + location + ": " + FailureText.of(e)
                    + ". Check the permissions of its folder, or choose another store with --store. Until the next start,"
                    + " sessions are kept in memory and end with this process.");
            return inMemory();
        }
    }

    private static GatewayState inMemory() throws IOException {
        return new GatewayState(
                Stores.open(new StoreLocation.Memory(), _ -> {}), null, Optional.empty(), Optional.empty());
    }

    private static GatewayState openDurable(StoreLocation location, Path folder, StoreOpener opener)
            throws IOException {
        Path lockFile = location instanceof StoreLocation.Sqlite(Path file)
                ? file.resolveSibling(file.getFileName() + ".lock")
                : folder.resolve("lock");
        StateLock lock = StateLock.take(lockFile)
                .orElseThrow(() -> new IOException("Another gateway uses the store " + location
                        + ". Stop it, choose another port with --port, or another store with --store."));
        boolean isOpen = false;
        try {
            var state = new GatewayState(opener.open(), StateKey.of(folder), Optional.of(lock), Optional.empty());
            isOpen = true;
            return state;
        } finally {
            if (!isOpen) {
                lock.close();
            }
        }
    }

    /** Returns the options of a gateway that uses this state. */
    public GatewayOptions addTo(GatewayOptions options) {
        if (key == null) {
            return options;
        }
        GatewayOptions.Builder builder = options.toBuilder().stores(stores, key);
        replicas.ifPresent(shared -> builder.cluster(shared.cluster()));
        return builder.build();
    }

    /**
     * Opens the store of clients, grants and keys.
     *
     * @param scope separates them from those of other services in the same state
     */
    public AuthorizationStore authorization(String scope) {
        return stores.authorization(scope);
    }

    /** Opens the store of the transport sessions of one endpoint. */
    public SessionStore sessions(String path, HttpLimits limits) {
        if (key == null) {
            return SessionStore.NONE;
        }
        StoredSessions opened = StoredSessions.open(stores, path, limits.sessionIdleTimeout(), limits.maxSessions());
        sessions.add(opened);
        return opened;
    }

    @Override
    public void close() throws IOException {
        try {
            sessions.forEach(StoredSessions::close);
        } catch (HandleStoreUnavailable e) {
            LOG.debug("Cannot record the last uses of transport sessions: {}", e.getMessage());
        }
        stores.close();
        replicas.ifPresent(shared -> shared.owners().close());
        if (lock.isPresent()) {
            lock.get().close();
        }
    }
}
