package dev.mooring.bench.contender;

import dev.mooring.gateway.Gateway;
import dev.mooring.gateway.GatewayCluster;
import dev.mooring.gateway.GatewayOptions;
import dev.mooring.handle.HandleStores;
import dev.mooring.handle.cluster.ClusterStore;
import dev.mooring.mcp.Implementation;
import dev.mooring.mcp.client.ServerLocation;
import dev.mooring.mcp.server.http.Authentication;
import dev.mooring.mcp.server.http.HttpEndpoint;
import dev.mooring.mcp.server.http.HttpServer;
import dev.mooring.session.ToolServer;
import dev.mooring.store.StoreLocation;
import dev.mooring.store.Stores;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/** Mooring's gateway with one upstream server. */
public final class GatewayServer implements BenchServer {
    /** The first argument of a gateway that keeps its sessions in a SQLite file. */
    public static final String DURABLE = "--durable";

    /** The first argument of a gateway that takes the name of the principal from a header. */
    public static final String PRINCIPALS = "--principals";

    /** The first argument of a replica, before the address of its database and the file with its cluster key. */
    public static final String CLUSTER = "--cluster";

    private static final int MAX_SESSIONS = 5000;

    private final @Nullable ClusterStore owners;
    private final HandleStores stores;
    private final Gateway gateway;
    private final HttpServer http;

    /**
     * Starts a gateway.
     *
     * @param all the address of the upstream server, or its command; {@link #DURABLE}, {@link #PRINCIPALS} or {@link #CLUSTER} may
     *     come first
     */
    public GatewayServer(List<String> all) throws IOException {
        boolean isDurable = all.getFirst().equals(DURABLE);
        boolean hasPrincipals = all.getFirst().equals(PRINCIPALS);
        boolean isReplica = all.getFirst().equals(CLUSTER);
        List<String> arguments =
                isReplica ? all.subList(3, all.size()) : isDurable || hasPrincipals ? all.subList(1, all.size()) : all;
        GatewayOptions.Builder options =
                GatewayOptions.builder(Implementation.of("bench", "1")).maxSessions(MAX_SESSIONS);
        if (isReplica) {
            var database = new StoreLocation.Postgresql(URI.create(all.get(1)));
            owners = Stores.openCluster(database);
            stores = Stores.openShared(database);
            GatewayCluster cluster = GatewayCluster.of(owners, Path.of(all.get(2)));
            options.stores(stores, cluster.sealKey()).cluster(cluster);
        } else {
            owners = null;
            stores = isDurable
                    ? Stores.open(
                            new StoreLocation.Sqlite(
                                    Files.createTempDirectory("mooring-bench").resolve("store.db")),
                            System.err::println)
                    : HandleStores.inMemory();
            options.stores(stores, new SecretKeySpec(new byte[32], "AES"));
        }
        ServerLocation location = arguments.getFirst().startsWith("http:")
                ? ServerLocation.Remote.at(URI.create(arguments.getFirst()))
                : ServerLocation.Local.of(arguments.toArray(String[]::new));
        gateway = Gateway.of(List.of(ToolServer.of("up", location)), options.build());
        HttpEndpoint.Builder endpoint = HttpEndpoint.builder(gateway.server("up"), "/up/mcp");
        if (hasPrincipals) {
            endpoint.authenticator(request -> new Authentication.Accepted(request.header(ManySessions.PRINCIPAL)));
        }
        HttpServer.Builder server = HttpServer.builder().endpoint(endpoint.build());
        gateway.forwarding().ifPresent(server::web);
        http = server.start();
        gateway.join(http.uri("").toString());
    }

    @Override
    public URI address() {
        return http.uri("/up/mcp");
    }

    @Override
    public void close() throws IOException {
        try (owners;
                stores;
                gateway) {
            http.close();
        }
    }
}
