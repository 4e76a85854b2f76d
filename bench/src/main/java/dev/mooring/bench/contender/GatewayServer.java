package dev.mooring.bench.contender;

import dev.mooring.gateway.Gateway;
import dev.mooring.gateway.GatewayOptions;
import dev.mooring.handle.HandleStores;
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
import java.util.List;
import javax.crypto.spec.SecretKeySpec;

/** Mooring's gateway with one upstream server. */
public final class GatewayServer implements BenchServer {
    /** The first argument of a gateway that keeps its sessions in a SQLite file. */
    public static final String DURABLE = "--durable";

    /** The first argument of a gateway that takes the name of the principal from a header. */
    public static final String PRINCIPALS = "--principals";

    private static final int MAX_SESSIONS = 5000;

    private final HandleStores stores;
    private final Gateway gateway;
    private final HttpServer http;

    /** @param all the address of the upstream server, or its command; {@link #DURABLE} or {@link #PRINCIPALS} may come first */
    public GatewayServer(List<String> all) throws IOException {
        boolean isDurable = all.getFirst().equals(DURABLE);
        boolean hasPrincipals = all.getFirst().equals(PRINCIPALS);
        List<String> arguments = isDurable || hasPrincipals ? all.subList(1, all.size()) : all;
        stores = isDurable
                ? Stores.open(
                        new StoreLocation.Sqlite(
                                Files.createTempDirectory("mooring-bench").resolve("store.db")),
                        System.err::println)
                : HandleStores.inMemory();
        ServerLocation location = arguments.getFirst().startsWith("http:")
                ? ServerLocation.Remote.at(URI.create(arguments.getFirst()))
                : ServerLocation.Local.of(arguments.toArray(String[]::new));
        gateway = Gateway.of(
                List.of(ToolServer.of("up", location)),
                GatewayOptions.builder(Implementation.of("bench", "1"))
                        .maxSessions(MAX_SESSIONS)
                        .stores(stores, new SecretKeySpec(new byte[32], "AES"))
                        .build());
        HttpEndpoint.Builder endpoint = HttpEndpoint.builder(gateway.server("up"), "/up/mcp");
        if (hasPrincipals) {
            endpoint.authenticator(request -> new Authentication.Accepted(request.header(ManySessions.PRINCIPAL)));
        }
        http = HttpServer.start(endpoint.build());
    }

    @Override
    public URI address() {
        return http.uri("/up/mcp");
    }

    @Override
    public void close() throws IOException {
        try (stores;
                gateway) {
            http.close();
        }
    }
}
