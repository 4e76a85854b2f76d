package dev.mooring.bench.replicas;

import dev.mooring.bench.contender.NodeProxies;
import dev.mooring.bench.measure.Bench;
import dev.mooring.bench.replicas.Deployment.Endpoint;
import dev.mooring.bench.replicas.ProcessGroup.Program;
import dev.mooring.handle.cluster.ClusterTimes;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.client.EraChoice;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntFunction;
import tools.jackson.databind.node.ObjectNode;

/** Opens the deployments that are compared: three processes of a program behind HAProxy. */
final class Deployments {
    private static final int SIZE = 3;

    /** Options for a JVM that lives for seconds. */
    private static final String JVM_OPTIONS = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -XX:-UsePerfData -Xmx256m";

    private static final List<Endpoint> OURS = List.of(
            new Endpoint(EraChoice.LEGACY, "/local/mcp"),
            new Endpoint(EraChoice.MODERN, "/local/modern/mcp"),
            new Endpoint(EraChoice.LEGACY, "/remote/mcp"),
            new Endpoint(EraChoice.MODERN, "/remote/modern/mcp"));

    private static final Endpoint LEGACY = new Endpoint(EraChoice.LEGACY, "/mcp");
    private static final Endpoint MODERN = new Endpoint(EraChoice.MODERN, "/mcp");

    private Deployments() {}

    /** Opens replicas of {@code mooring gateway} with a PostgreSQL, a local server and a remote one. */
    static Deployment mooring(Bench bench) throws Exception {
        Path folder = Files.createDirectories(bench.scratch("mooring"));
        List<Closeable> opened = new ArrayList<>();
        try {
            PostgresProcess database = new PostgresProcess(folder.resolve("postgres"));
            opened.add(database::close);
            CountingServer remote = new CountingServer();
            opened.add(remote::close);
            ObjectNode servers = Json.object();
            ObjectNode entries = servers.putObject("mcpServers");
            entries.putObject("local")
                    .put("command", "sh")
                    .putArray("args")
                    .add(counter(folder).toString());
            entries.putObject("remote")
                    .put("type", "http")
                    .put("url", remote.address().toString());
            Path file = Files.writeString(folder.resolve("servers.json"), servers.toString());
            Path key = Files.writeString(folder.resolve("cluster.key"), "0123456789abcdef0123456789abcdef\n");
            Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-------"));
            Program gateway = new Program(
                    "mooring",
                    port -> launch(
                            bench,
                            "gateway",
                            "--servers",
                            file.toString(),
                            "--port",
                            String.valueOf(port),
                            "--store",
                            database.store(),
                            "--cluster-key-file",
                            key.toString(),
                            "--max-sessions",
                            "10000"),
                    Map.of("XDG_STATE_HOME", folder.toString(), "JAVA_TOOL_OPTIONS", JVM_OPTIONS),
                    Deployments::isHealthy);
            ProcessGroup processes = new ProcessGroup(gateway, SIZE, logs(bench));
            opened.add(processes::close);
            Balancer balancer =
                    new Balancer(Path.of(bench.file("examples/replicas/haproxy.cfg")), processes.ports(), folder);
            opened.add(balancer::close);
            // A renewal later than necessary, because a replica tries to revoke the handles of others when it renews
            // its lease.
            Duration trust = ClusterTimes.TRUST.plus(ClusterTimes.RENEWAL);
            return new Deployment("mooring", processes, balancer, database, trust, OURS, opened);
        } catch (Exception e) {
            Deployment.closeAll(opened);
            throw e;
        }
    }

    /**
     * Opens instances of supergateway, each with one process of the server for each transport session. It serves clients without
     * transport sessions only if the server behind it does.
     */
    static Deployment supergateway(Bench bench) throws Exception {
        Path folder = Files.createDirectories(bench.scratch("supergateway"));
        List<String> server = List.of("sh", counter(folder).toString());
        return peer(
                "supergateway", bench, folder, port -> NodeProxies.supergateway(bench, server, port), List.of(LEGACY));
    }

    /** Opens instances of mcp-proxy, each with one process of the server for all clients. */
    static Deployment mcpProxy(Bench bench) throws Exception {
        Path folder = Files.createDirectories(bench.scratch("mcp-proxy"));
        List<String> server = List.of("sh", counter(folder).toString());
        return peer(
                "mcp-proxy", bench, folder, port -> NodeProxies.mcpProxy(bench, server, port), List.of(LEGACY, MODERN));
    }

    private static Deployment peer(
            String name, Bench bench, Path folder, IntFunction<List<String>> command, List<Endpoint> endpoints)
            throws Exception {
        List<Closeable> opened = new ArrayList<>();
        try {
            Program program = new Program(name, command, Map.of(), Ports::acceptsConnections);
            ProcessGroup processes = new ProcessGroup(program, SIZE, logs(bench));
            opened.add(processes::close);
            Balancer balancer = new Balancer(copy("sticky.cfg", folder), processes.ports(), folder);
            opened.add(balancer::close);
            return new Deployment(name, processes, balancer, null, Duration.ZERO, endpoints, opened);
        } catch (Exception e) {
            Deployment.closeAll(opened);
            throw e;
        }
    }

    private static Path logs(Bench bench) throws IOException {
        return Files.createDirectories(bench.kept("replicas"));
    }

    private static Path counter(Path folder) throws IOException {
        return copy("counter.sh", folder);
    }

    private static Path copy(String resource, Path folder) throws IOException {
        Path file = folder.resolve(resource);
        try (InputStream from = Objects.requireNonNull(Deployments.class.getResourceAsStream(resource))) {
            Files.copy(from, file);
        }
        return file;
    }

    /** Returns the command with which {@code ./mooring} ends, without its search for changed sources. */
    private static List<String> launch(Bench bench, String... arguments) {
        List<String> command = new ArrayList<>(List.of(
                "bash",
                "-c",
                ". \"$0\"; launch \"$@\"",
                bench.file("build/launch.sh"),
                System.getProperty("java.home"),
                bench.file("app/target/dist")));
        command.addAll(List.of(arguments));
        return command;
    }

    private static boolean isHealthy(int port) {
        try {
            var connection = (HttpURLConnection)
                    URI.create("http://127.0.0.1:" + port + "/health").toURL().openConnection();
            connection.setConnectTimeout(1_000);
            connection.setReadTimeout(1_000);
            return connection.getResponseCode() == 200;
        } catch (IOException e) {
            return false;
        }
    }
}
