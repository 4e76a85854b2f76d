package dev.mooring.app.documents;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mooring.app.ChildJvm;
import dev.mooring.app.MooringProcess;
import dev.mooring.mcp.Failure;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.Reply;
import dev.mooring.mcp.client.ClientOptions;
import dev.mooring.mcp.client.EraChoice;
import dev.mooring.mcp.client.McpClient;
import dev.mooring.mcp.client.ServerLocation;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.spec.McpSchema;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

/** The sessions of {@code mooring serve} after the end of the process, however it ended. */
@Timeout(180)
@Tag("process")
class RestartedServeTest {
    @TempDir
    Path temporary;

    private Path folder;
    private Path state;

    @BeforeEach
    void write() throws IOException {
        folder = Files.createDirectory(temporary.resolve("notes"));
        state = Files.createDirectory(temporary.resolve("state"));
        Files.writeString(folder.resolve("note.md"), "one two three\n");
    }

    private ServeProcess start(String... options) throws IOException {
        return ServeProcess.start(folder, state, options.length == 0 ? new String[] {"--port", "0"} : options);
    }

    private static McpClient open(ServeProcess serve, EraChoice era) throws Exception {
        return McpClient.open(
                ServerLocation.Remote.at(URI.create(serve.address())),
                ClientOptions.builder().era(era).build());
    }

    private static ObjectNode call(McpClient client, String tool, ObjectNode arguments) throws Exception {
        Reply reply = client.callTool(tool, arguments);
        assertThat(reply).as(tool).isInstanceOf(Reply.Result.class);
        return ((Reply.Result) reply).result();
    }

    /**
     * Makes a call that may fail if the process is restarted within half a second: the client does not check a connection that
     * it has used so recently, sends the call to the killed process, and cannot know whether the call has arrived.
     */
    private static void callOnAKeptConnection(McpClient client) throws Exception {
        Reply reply = client.callTool("read", Json.object().put("file_path", "note.md"));
        if (reply instanceof Reply.Failed(Failure.ConnectionLost lost)) {
            assertThat(lost.mayHaveArrived()).as(lost.message()).isTrue();
        } else {
            assertThat(reply).isInstanceOf(Reply.Result.class);
        }
    }

    private static String read(McpClient client) throws Exception {
        return call(client, "read", Json.object().put("file_path", "note.md"))
                .at("/_meta/dev.mooring~1session_id")
                .stringValue();
    }

    private static ObjectNode edit(McpClient client, String session, String word) throws Exception {
        return call(
                client,
                "edit",
                Json.object()
                        .put("file_path", "note.md")
                        .put("old_string", word)
                        .put("new_string", word.toUpperCase(Locale.ROOT))
                        .put("session_id", session));
    }

    private static String text(ObjectNode result) {
        return result.at("/content/0/text").stringValue();
    }

    private static void assertWorks(ObjectNode result) {
        assertThat(result.has("isError")).as(result.toString()).isFalse();
    }

    private Path storeFile() throws IOException {
        try (Stream<Path> folders = Files.list(state.resolve("mooring/serve"))) {
            return folders.map(each -> each.resolve("store.db"))
                    .filter(Files::exists)
                    .findFirst()
                    .orElseThrow();
        }
    }

    private String err() throws IOException {
        return Files.readString(state.resolve("err"));
    }

    private String sessionOfAKilledProcess() throws Exception {
        try (ServeProcess first = start();
                McpClient client = open(first, EraChoice.MODERN)) {
            String session = read(client);
            first.kill();
            return session;
        }
    }

    @Test
    void handleMintedBeforeAKillWorksAfterTheRestartInBothEras() throws Exception {
        String session = sessionOfAKilledProcess();

        try (ServeProcess second = start();
                McpClient legacy = open(second, EraChoice.LEGACY);
                McpClient modern = open(second, EraChoice.MODERN)) {
            assertWorks(edit(legacy, session, "one"));
            assertWorks(edit(modern, session, "two"));
        }
        assertThat(err()).doesNotContain("mooring:");
    }

    @Test
    void aSessionLearnsOfDecisionsThatWereMadeWhileTheServerWasDown() throws Exception {
        String session;
        try (ServeProcess first = start();
                McpClient client = open(first, EraChoice.MODERN)) {
            session = read(client);
            assertWorks(edit(client, session, "one"));
            assertWorks(edit(client, session, "three"));
            first.kill();
        }
        assertThat(new MooringProcess(state, Map.of())
                        .run("review", folder.toString(), "--accept-all")
                        .code())
                .isZero();

        try (ServeProcess second = start();
                McpClient client = open(second, EraChoice.MODERN)) {
            ObjectNode decisions = call(client, "decisions", Json.object().put("session_id", session));
            assertThat(text(decisions))
                    .contains("note.md, \"one\" → \"ONE\": accepted")
                    .contains("note.md, \"three\" → \"THREE\": accepted")
                    .contains("Pending: 0.");
            assertThat(text(call(client, "decisions", Json.object().put("session_id", session))))
                    .startsWith("No decisions since you last asked.");
        }
    }

    @Test
    void transportSessionOfAKilledProcessContinues() throws Exception {
        String port;
        try (var socket = new ServerSocket(0)) {
            port = String.valueOf(socket.getLocalPort());
        }
        McpClient client;
        McpSyncClient sdk;
        String session;
        try (ServeProcess first = start("--port", port)) {
            client = open(first, EraChoice.LEGACY);
            session = read(client);
            sdk = io.modelcontextprotocol.client.McpClient.sync(HttpClientStreamableHttpTransport.builder(
                                    first.address().replace("/mcp", ""))
                            .endpoint("/mcp")
                            .build())
                    .requestTimeout(Duration.ofSeconds(60))
                    .build();
            sdk.initialize();
            first.kill();
        }
        try (client;
                sdk;
                ServeProcess second = start("--port", port)) {
            callOnAKeptConnection(client);
            assertWorks(edit(client, session, "one"));
            McpSchema.CallToolResult bySdk = sdk.callTool(McpSchema.CallToolRequest.builder("edit")
                    .arguments(Map.of(
                            "file_path", "note.md", "old_string", "two", "new_string", "TWO", "session_id", session))
                    .build());
            assertThat(bySdk.isError()).as(bySdk.toString()).isNotEqualTo(true);
            assertThat(read(client)).isNotEmpty();
            assertThat(second.process().isAlive()).isTrue();
        }
    }

    @Test
    void handleOfAKilledStdioProcessWorksOverHttp() throws Exception {
        String session = sessionOfAKilledProcess();
        var builder = ServerLocation.Local.of(
                        ChildJvm.mooring("serve", folder.toString(), "--stdio").toArray(String[]::new))
                .withEnvironment(Map.of("XDG_STATE_HOME", state.toString()));
        try (McpClient client = McpClient.open(builder, ClientOptions.defaults())) {
            assertWorks(edit(client, session, "one"));
        }
    }

    @Test
    void memoryKeepsNoSessionAndTheMessageSaysWhatToDo() throws Exception {
        String session;
        try (ServeProcess first = start("--port", "0", "--store", "memory");
                McpClient client = open(first, EraChoice.MODERN)) {
            session = read(client);
            first.kill();
        }
        try (ServeProcess second = start("--port", "0", "--store", "memory");
                McpClient client = open(second, EraChoice.MODERN)) {
            assertThat(text(edit(client, session, "one")))
                    .contains("unknown or has expired")
                    .contains("Read the document again");
        }
        try (Stream<Path> files = Files.walk(state)) {
            assertThat(files).noneMatch(file -> file.endsWith("store.db"));
        }
    }

    @Test
    void copiedFolderGetsItsOwnStateAndAMovedFolderKeepsIts() throws Exception {
        String session = sessionOfAKilledProcess();
        Path original = folder;
        Path copy = temporary.resolve("copy");
        Files.createDirectories(copy.resolve(".mooring"));
        Files.copy(original.resolve(".mooring/id"), copy.resolve(".mooring/id"));
        Files.copy(original.resolve("note.md"), copy.resolve("note.md"));

        folder = copy;
        try (ServeProcess serve = start();
                McpClient client = open(serve, EraChoice.MODERN)) {
            assertThat(text(edit(client, session, "one"))).contains("unknown or has expired");
        }
        folder = Files.move(original, temporary.resolve("moved"));
        try (ServeProcess serve = start();
                McpClient client = open(serve, EraChoice.MODERN)) {
            assertWorks(edit(client, session, "one"));
        }
        assertThat(Files.readAllLines(copy.resolve(".mooring/id")).getFirst())
                .isNotEqualTo(Files.readAllLines(folder.resolve(".mooring/id")).getFirst());
    }

    private void assertDocumentsWorkAfter(String session, String... messages) throws Exception {
        try (ServeProcess serve = start();
                McpClient client = open(serve, EraChoice.MODERN)) {
            assertThat(text(edit(client, session, "one"))).contains("Read the document again");
            assertWorks(edit(client, read(client), "one"));
        }
        assertThat(err()).contains(List.of(messages));
    }

    @Test
    void documentsWorkAfterTheStoreWasDeleted() throws Exception {
        String session = sessionOfAKilledProcess();
        deleteStore();
        assertDocumentsWorkAfter(session, "Serving");
    }

    private void deleteStore() throws IOException {
        Path file = storeFile();
        for (String suffix : List.of("", "-wal", "-shm", "-pending", "-lock")) {
            Files.deleteIfExists(Path.of(file + suffix));
        }
    }

    @Test
    void documentsWorkAfterOnlyTheDatabaseOfTheStoreWasDeleted() throws Exception {
        String session = sessionOfAKilledProcess();
        Files.delete(storeFile());
        assertDocumentsWorkAfter(session, "Serving");
    }

    @Test
    void documentsWorkWithATruncatedStoreAndTheMessageSaysWhereItIs() throws Exception {
        String session = sessionOfAKilledProcess();
        Path file = storeFile();
        sql("PRAGMA wal_checkpoint(TRUNCATE)");
        byte[] bytes = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(bytes, bytes.length / 2), StandardOpenOption.TRUNCATE_EXISTING);
        assertDocumentsWorkAfter(session, "is damaged", "was moved to " + file + ".damaged-");
    }

    @Test
    void documentsWorkWithAStoreOfANewerVersionAndTheMessageSaysWhatToDo() throws Exception {
        String session = sessionOfAKilledProcess();
        sql("UPDATE mooring_schema SET version = 99");
        assertDocumentsWorkAfter(session, "newer version of Mooring", "Update Mooring, or choose another file");
    }

    @Test
    void documentsWorkIfTheStoreCannotBeWrittenAndTheMessageSaysWhatToDo() throws Exception {
        try (ServeProcess serve = start("--port", "0", "--store", "sqlite:" + state.resolve("err") + "/store.db");
                McpClient client = open(serve, EraChoice.MODERN)) {
            assertWorks(edit(client, read(client), "one"));
        }
        assertThat(err()).contains("Cannot use the store").contains("Check the permissions of its folder");
    }

    @Test
    void documentsWorkWhileTheDiskIsFullAndTheMessageSaysWhatToDo() throws Exception {
        int documents = 600;
        String longName = "x".repeat(200); // the names make a state that fills the store and its journal
        for (int i = 0; i < documents; i++) {
            Files.writeString(folder.resolve(longName + i + ".md"), "one\n");
        }
        // A limit of the file size stops the writes of SQLite as a full disk does. Its library is 1 MB.
        List<String> command = new ArrayList<>(List.of("bash", "-c", "ulimit -f 1500; exec \"$@\"", "bash"));
        command.addAll(ChildJvm.mooring("serve", folder.toString(), "--port", "0"));
        var builder =
                new ProcessBuilder(command).redirectError(state.resolve("err").toFile());
        builder.environment().put("XDG_STATE_HOME", state.toString());
        Process process = builder.start();
        try {
            String address = process.inputReader(UTF_8).readLine();
            try (McpClient client =
                    McpClient.open(ServerLocation.Remote.at(URI.create(address)), ClientOptions.defaults())) {
                String session = read(client);
                for (int i = 0; i < documents && !err().contains("The store "); i++) {
                    assertWorks(call(
                            client,
                            "read",
                            Json.object().put("file_path", longName + i + ".md").put("session_id", session)));
                }
                assertThat(err()).contains("Check the disk and its free space").contains("kept in memory");
                assertWorks(edit(client, session, "one"));
                assertWorks(edit(client, read(client), "two"));
            }
        } finally {
            process.destroyForcibly();
        }
    }

    private void sql(String sql) throws Exception {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + storeFile());
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private int storedHandles() throws Exception {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + storeFile());
                Statement statement = connection.createStatement();
                ResultSet found =
                        statement.executeQuery("SELECT COUNT(*) FROM handle WHERE scope LIKE 'documents/%'")) {
            return found.getInt(1);
        }
    }

    @Test
    void unreadableStoreIsReportedAndDocumentsKeepWorking() throws Exception {
        String session = sessionOfAKilledProcess();
        try (ServeProcess serve = start();
                McpClient client = open(serve, EraChoice.MODERN)) {
            sql("DROP TABLE handle");
            assertThat(text(edit(client, session, "one")))
                    .contains("The session cannot be looked up now, so nothing was done.")
                    .contains("start a new session");
            assertWorks(edit(client, read(client), "one"));
        }
    }

    @Test
    void backupRestoresSessions() throws Exception {
        Path backup = temporary.resolve("backup.db");
        String session;
        try (ServeProcess serve = start();
                McpClient client = open(serve, EraChoice.MODERN)) {
            session = read(client);
            await().until(() -> storedHandles() == 1);
            sql("VACUUM INTO '" + backup + "'");
        }
        Path file = storeFile();
        deleteStore();
        Files.copy(backup, file);

        try (ServeProcess serve = start();
                McpClient client = open(serve, EraChoice.MODERN)) {
            assertWorks(edit(client, session, "one"));
        }
    }
}
