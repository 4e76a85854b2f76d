package dev.mooring.gateway;

import dev.mooring.gateway.cluster.ClusterKey;
import dev.mooring.handle.cluster.ClusterStore;
import java.io.IOException;
import java.nio.file.Path;
import javax.crypto.SecretKey;
import org.apiguardian.api.API;

/**
 * The shared parts of the replicas of a gateway: a store, which records the owner of each session, and a key, with which the
 * replicas authenticate to each other. Immutable.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class GatewayCluster {
    private final ClusterStore store;
    private final ClusterKey key;

    private GatewayCluster(ClusterStore store, ClusterKey key) {
        this.store = store;
        this.key = key;
    }

    /**
     * Reads the key of a cluster.
     *
     * @param store the shared store, which the caller closes after the gateway
     * @param keyFile a file with one line of at least 32 characters that only its owner can read, the same for all replicas
     * @throws IOException if the file cannot be used; the message says what to do
     */
    public static GatewayCluster of(ClusterStore store, Path keyFile) throws IOException {
        return new GatewayCluster(store, ClusterKey.read(keyFile));
    }

    /**
     * Checks a key file as {@link #of} does.
     *
     * @throws IOException if the file cannot be used; the message says what to do
     */
    public static void check(Path keyFile) throws IOException {
        var _ = ClusterKey.read(keyFile);
    }

    /** Returns the key that encrypts the ids of upstream sessions in the stores, the same for all replicas. */
    public SecretKey sealKey() {
        return key.derive("seal");
    }

    /** Returns the key that seals the state of input requests, the same for all replicas. */
    SecretKey stateKey() {
        return key.derive("request state");
    }

    ClusterStore store() {
        return store;
    }

    ClusterKey key() {
        return key;
    }
}
