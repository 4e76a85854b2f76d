package dev.mooring.app.review;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Page;
import dev.mooring.app.documents.DocumentService;
import dev.mooring.app.web.TestWeb;
import dev.mooring.app.web.Tokens;
import dev.mooring.mcp.Implementation;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.Reply;
import dev.mooring.mcp.client.ClientOptions;
import dev.mooring.mcp.client.McpClient;
import dev.mooring.mcp.client.ServerLocation;
import dev.mooring.vault.server.DocumentServer;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** A served folder with documents and suggestions. */
final class ReviewedFolder implements AutoCloseable {
    final Path root;
    final DocumentService service;

    private ReviewedFolder(Path root, DocumentService service) {
        this.root = root;
        this.service = service;
    }

    static ReviewedFolder serve(Path root, Optional<Tokens> tokens) throws IOException {
        return new ReviewedFolder(
                root,
                DocumentService.start(
                        root,
                        Implementation.of("mooring", "1"),
                        DocumentServer.Options.DEFAULT,
                        tokens.map(given -> TestWeb.withTokens(TestWeb.local(), given))
                                .orElseGet(TestWeb::local)));
    }

    String address() {
        return service.reviewAddress();
    }

    /** Signs a browser in, as the link that serve prints does. */
    void signIn(Page page) throws IOException {
        page.navigate(service.reviewLink());
        assertThat(page).hasURL(address());
    }

    static void write(Path root, String path, String text) throws IOException {
        Path file = root.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    String text(String path) throws IOException {
        return Files.readString(root.resolve(path));
    }

    /** A replacement mark of an author, of a given age. */
    static String replaced(String author, String before, String after, Duration ago) {
        return deleted(author, before, ago) + inserted(author, after, ago);
    }

    static String inserted(String author, String text, Duration ago) {
        return "{++" + signature(author, ago) + text + "++}";
    }

    static String deleted(String author, String text, Duration ago) {
        return "{--" + signature(author, ago) + text + "--}";
    }

    private static String signature(String author, Duration ago) {
        return "{\"author\":\"" + author + "\",\"time\":"
                + Instant.now().minus(ago).getEpochSecond() + "}@@";
    }

    /** Connects an assistant over HTTP. */
    McpClient assistant(String name) throws Exception {
        return McpClient.open(
                ServerLocation.Remote.at(URI.create(service.address())),
                ClientOptions.builder().client(Implementation.of(name, "1")).build());
    }

    /** Reads the document, then suggests a replacement. */
    static void suggest(McpClient assistant, String path, String before, String after) throws InterruptedException {
        ObjectNode read = result(assistant.callTool("read", Json.object().put("file_path", path)));
        ObjectNode edit = Json.object()
                .put("file_path", path)
                .put("old_string", before)
                .put("new_string", after)
                .put(
                        "session_id",
                        read.path("_meta").path("dev.mooring/session_id").stringValue(""));
        ObjectNode result = result(assistant.callTool("edit", edit));
        if (result.path("isError").asBoolean(false)) {
            throw new AssertionError(Json.text(result));
        }
    }

    /** Returns the text that an assistant reads. */
    static String read(McpClient assistant, String path) throws InterruptedException {
        return result(assistant.callTool("read", Json.object().put("file_path", path)))
                .path("content")
                .path(0)
                .path("text")
                .stringValue("");
    }

    private static ObjectNode result(Reply reply) {
        if (reply instanceof Reply.Result(ObjectNode result)) {
            return result;
        }
        throw new AssertionError(reply.toString());
    }

    @Override
    public void close() throws IOException {
        service.close();
    }
}
