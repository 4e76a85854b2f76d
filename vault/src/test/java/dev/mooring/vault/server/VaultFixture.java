package dev.mooring.vault.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.handle.HandleLimits;
import dev.mooring.handle.HandleOwner;
import dev.mooring.handle.HandleStore;
import dev.mooring.handle.HandleStoreOptions;
import dev.mooring.handle.HandleStoreUnavailable;
import dev.mooring.handle.Handles;
import dev.mooring.handle.InMemoryHandleStore;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.server.ToolResult;
import dev.mooring.vault.Vault;
import dev.mooring.vault.documents.DocumentStore;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import tools.jackson.databind.node.ObjectNode;

/** An open vault with all document tools, and a clock that a test can advance. */
final class VaultFixture implements AutoCloseable {

    static final Instant NOW = Instant.ofEpochSecond(1_700_000_000);
    static final Actor CLAUDE = new Actor(HandleOwner.ANONYMOUS, "Claude");

    final Path root;
    final DocumentStore store;
    final ToolContext context;

    private final HandleStore<DocumentSession> sessions;
    private final List<DocumentTool> tools;
    private final AtomicLong nanos = new AtomicLong(1);
    private final AtomicLong groups = new AtomicLong();

    /** The result of a tool call, as a client sees it. */
    record Result(boolean isError, String text, Optional<String> session) {

        private static Result of(ToolResult result) {
            return new Result(
                    result.isError(),
                    result.json().at("/content/0/text").stringValue(),
                    Optional.ofNullable(
                            Json.stringAt(Json.objectAt(result.json(), "_meta"), DocumentSessions.META_KEY)));
        }

        /** Returns the text of a result that must be an error. */
        String error() {
            assertThat(isError).as(text).isTrue();
            return text;
        }

        /** Returns the text of a result that must not be an error. */
        String success() {
            assertThat(isError).as(text).isFalse();
            return text;
        }
    }

    VaultFixture(Path root) throws IOException {
        this(root, DocumentServer.Options.DEFAULT);
    }

    VaultFixture(Path root, DocumentServer.Options options) throws IOException {
        this(root, DocumentStore.open(root, false), options);
    }

    /** Creates the tools for a vault that the caller has opened. Closing either of them closes both. */
    VaultFixture(Vault vault, DocumentServer.Options options) {
        this(vault.root(), vault.documents(), options);
    }

    private VaultFixture(Path root, DocumentStore store, DocumentServer.Options options) {
        this.root = root;
        this.store = store;
        this.sessions = new InMemoryHandleStore<>(
                HandleStoreOptions.<DocumentSession>of(HandleLimits.DEFAULT).clock(() -> NOW.plusNanos(nanos.get())));
        this.context = context(sessions, options);
        this.tools = DocumentServer.tools(context);
    }

    private ToolContext context(HandleStore<DocumentSession> handles, DocumentServer.Options options) {
        return new ToolContext(
                store,
                new DocumentSessions(new Handles<>(handles)),
                InstantSource.fixed(NOW),
                () -> "g" + groups.incrementAndGet(),
                options);
    }

    /** Returns the context of tools for which these operations of the store of sessions fail. */
    ToolContext contextWithFailing(String... operations) {
        @SuppressWarnings("unchecked")
        var failing = (HandleStore<DocumentSession>) Proxy.newProxyInstance(
                HandleStore.class.getClassLoader(), new Class<?>[] {HandleStore.class}, (_, method, arguments) -> {
                    if (List.of(operations).contains(method.getName())) {
                        throw new HandleStoreUnavailable("The store is down.", new IOException());
                    }
                    return method.invoke(sessions, arguments);
                });
        return context(failing, DocumentServer.Options.DEFAULT);
    }

    void advance(Duration time) {
        nanos.addAndGet(time.toNanos());
    }

    Path write(String path, String text) throws IOException {
        Path file = root.resolve(path);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }

    DocumentTool tool(String name) {
        return tools.stream()
                .filter(tool -> tool.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** Calls a tool with arguments given as names and values in turn. */
    Result call(String tool, Object... namesAndValues) throws IOException {
        return call(tool(tool), CLAUDE, namesAndValues);
    }

    Result callAs(Actor actor, String tool, Object... namesAndValues) throws IOException {
        return call(tool(tool), actor, namesAndValues);
    }

    static Result call(DocumentTool tool, Actor actor, Object... namesAndValues) throws IOException {
        ObjectNode arguments = Json.object();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            arguments.putPOJO((String) namesAndValues[i], namesAndValues[i + 1]);
        }
        // POJO nodes become plain JSON nodes, as in a request from a client.
        return Result.of(tool.callOrFail(new ToolArguments(Json.objectOf(Json.text(arguments))), actor));
    }

    Result read(String path) throws IOException {
        return call("read", "file_path", path);
    }

    Result read(String path, String session) throws IOException {
        return call("read", "file_path", path, "session_id", session);
    }

    /** Reads a document in a new session, and returns the session. */
    String session(String path) throws IOException {
        return read(path).session().orElseThrow();
    }

    Result edit(String path, String oldText, String newText, String session) throws IOException {
        return call("edit", "file_path", path, "old_string", oldText, "new_string", newText, "session_id", session);
    }

    @Override
    public void close() throws IOException {
        store.close();
    }
}
