package dev.mooring.vault.server;

import static dev.mooring.vault.server.ServedVault.call;
import static dev.mooring.vault.server.ServedVault.result;
import static dev.mooring.vault.server.ServedVault.session;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.Message;
import dev.mooring.mcp.Methods;
import dev.mooring.mcp.client.EraChoice;
import dev.mooring.mcp.client.McpClient;
import dev.mooring.mcp.client.Subscription;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.node.ObjectNode;

/** Clients are notified of changed documents: legacy clients by subscription, modern clients by listening. */
@Timeout(60)
class ResourceNotificationsTest {
    private static final String NOTE = "updated vault:///note.md";
    private static final String LIST = "list";

    @TempDir
    Path root;

    private final List<String> received = new CopyOnWriteArrayList<>();
    private final CountDownLatch acknowledged = new CountDownLatch(1);
    private ServedVault served;

    @BeforeEach
    void serve() throws Exception {
        Files.writeString(root.resolve("note.md"), "The quick fox.\n");
        Files.writeString(root.resolve("other.md"), "Nobody subscribed to this one.\n");
        served = new ServedVault(root, DocumentServer.Options.DEFAULT);
    }

    @AfterEach
    void stop() throws Exception {
        served.close();
    }

    private Subscription subscribe(McpClient client, EraChoice era) throws Exception {
        ObjectNode filter = Json.object().put("resourcesListChanged", true);
        filter.putArray("resourceSubscriptions").add("vault:///note.md");
        Subscription subscription = client.listen(filter, this::record);
        if (era == EraChoice.LEGACY) {
            result(client.request("resources/subscribe", Json.object().put("uri", "vault:///note.md")));
        } else {
            assertThat(acknowledged.await(20, TimeUnit.SECONDS)).isTrue();
        }
        return subscription;
    }

    private void record(Message.Notification notification) {
        switch (notification.method()) {
            case Methods.LISTENING -> acknowledged.countDown();
            case "notifications/resources/list_changed" -> received.add(LIST);
            case "notifications/resources/updated" ->
                received.add("updated " + Json.stringAt(notification.params(), "uri"));
            default -> {}
        }
    }

    private void save(String path, String text) throws IOException {
        Path draft = Files.writeString(root.resolve(".draft"), text);
        Files.move(draft, root.resolve(path), StandardCopyOption.ATOMIC_MOVE);
    }

    private void awaitNotifications(String... expected) {
        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(received).containsExactly(expected));
        received.clear();
    }

    @ParameterizedTest
    @EnumSource(
            value = EraChoice.class,
            names = {"LEGACY", "MODERN"})
    void subscribersAreNotifiedOfAnEdit(EraChoice era) throws Exception {
        try (McpClient client = served.open(era);
                Subscription _ = subscribe(client, era)) {
            String session = session(call(client, "read", Map.of("file_path", "other.md")));
            call(client, "read", Map.of("file_path", "note.md", "session_id", session));
            for (String path : List.of("other.md", "note.md")) {
                String word = path.equals("note.md") ? "quick" : "Nobody";
                call(
                        client,
                        "edit",
                        Map.of("file_path", path, "old_string", word, "new_string", "X", "session_id", session));
            }
            awaitNotifications(NOTE);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = EraChoice.class,
            names = {"LEGACY", "MODERN"})
    void subscribersAreNotifiedOfExternalChanges(EraChoice era) throws Exception {
        try (McpClient client = served.open(era);
                Subscription _ = subscribe(client, era)) {
            result(client.request("resources/list", Json.object()));
            save("note.md", "The slow fox.\n");
            awaitNotifications(NOTE);
            Files.delete(root.resolve("other.md"));
            awaitNotifications(LIST);
            Files.delete(root.resolve("note.md"));
            awaitNotifications(LIST, NOTE);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = EraChoice.class,
            names = {"LEGACY", "MODERN"})
    void aCreatedDocumentChangesTheResourceList(EraChoice era) throws Exception {
        try (McpClient client = served.open(era);
                Subscription _ = subscribe(client, era)) {
            call(client, "create", Map.of("file_path", "new.md", "content", "New.\n"));
            awaitNotifications(LIST);
        }
    }
}
