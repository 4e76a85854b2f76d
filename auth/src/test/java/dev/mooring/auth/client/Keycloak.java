package dev.mooring.auth.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mooring.mcp.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** A Keycloak with one realm, in its own process, with the database in memory. */
final class Keycloak implements AutoCloseable {
    private static final Path INSTALLED =
            Path.of(System.getProperty("mooring.root", "..")).toAbsolutePath().resolve("auth/target/keycloak");
    private static final String LISTENING = "Listening on: ";

    private final Process process;
    private final HttpClient http = HttpClient.newHttpClient();
    private final String address;
    private final String realm;

    Keycloak(String realm) throws Exception {
        this.realm = realm;
        ProcessBuilder builder = new ProcessBuilder(
                        command().toString(),
                        "start-dev",
                        "--db=dev-mem",
                        "--features=resource-indicators",
                        "--http-host=127.0.0.1",
                        "--http-port=0")
                .redirectErrorStream(true);
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().put("KC_BOOTSTRAP_ADMIN_USERNAME", "admin");
        builder.environment().put("KC_BOOTSTRAP_ADMIN_PASSWORD", "admin");
        process = builder.start();
        try {
            address = awaitAddress();
            post("/admin/realms", "{\"realm\": \"" + realm + "\", \"enabled\": true, \"accessTokenLifespan\": 5}");
        } catch (Exception e) {
            close();
            throw e;
        }
    }

    private static Path command() throws IOException {
        if (Files.isDirectory(INSTALLED)) {
            try (Stream<Path> versions = Files.list(INSTALLED)) {
                return versions.findFirst().orElseThrow().resolve("bin/kc.sh");
            }
        }
        throw new IllegalStateException(INSTALLED + " is missing: run ./check --long, which installs it");
    }

    private String awaitAddress() throws IOException {
        BufferedReader output = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8));
        StringBuilder seen = new StringBuilder();
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            int at = line.indexOf(LISTENING);
            if (at >= 0) {
                Thread.ofVirtual().start(() -> output.lines().forEach(ignored -> {}));
                return line.substring(at + LISTENING.length()).strip();
            }
            seen.append(line).append('\n');
        }
        throw new IllegalStateException("Keycloak did not start:\n" + seen);
    }

    /** Returns the issuer of the realm. */
    String issuer() {
        return address + "/realms/" + realm;
    }

    /** Adds to the realm with the administrator's interface. */
    void add(String kind, String json) throws Exception {
        post("/admin/realms/" + realm + "/" + kind, json);
    }

    /** Returns a resource of the administrator's interface. */
    JsonNode get(String path) throws Exception {
        return Json.parse(send("GET", "/admin/realms/" + realm + "/" + path, ""));
    }

    /** Replaces a resource of the administrator's interface. */
    void put(String path, String json) throws Exception {
        send("PUT", "/admin/realms/" + realm + "/" + path, json);
    }

    private void post(String path, String json) throws Exception {
        send("POST", path, json);
    }

    private String send(String method, String path, String json) throws Exception {
        return send(HttpRequest.newBuilder(URI.create(address + path))
                .header("Authorization", "Bearer " + administrator())
                .header("Content-Type", "application/json")
                .method(method, HttpRequest.BodyPublishers.ofString(json)));
    }

    private String administrator() throws Exception {
        String answer =
                send(HttpRequest.newBuilder(URI.create(address + "/realms/master/protocol/openid-connect/token"))
                        .header("Content-Type", "application/x-www-form-urlencoded")
                        .POST(HttpRequest.BodyPublishers.ofString(
                                "grant_type=password&client_id=admin-cli&username=admin&password=admin")));
        return Json.parse(answer).path("access_token").stringValue();
    }

    private String send(HttpRequest.Builder request) throws IOException, InterruptedException {
        HttpResponse<String> response = http.send(request.build(), HttpResponse.BodyHandlers.ofString());
        if (response.statusCode() >= 300) {
            throw new IOException(response.request() + " answered " + response.statusCode() + ": " + response.body());
        }
        return response.body();
    }

    @Override
    public void close() {
        List<ProcessHandle> all = Stream.concat(process.descendants(), Stream.of(process.toHandle()))
                .toList();
        all.forEach(ProcessHandle::destroyForcibly);
        all.forEach(each -> each.onExit().join());
        http.close();
    }
}
