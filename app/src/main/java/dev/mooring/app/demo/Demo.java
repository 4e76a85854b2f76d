package dev.mooring.app.demo;

import dev.mooring.app.documents.DocumentService;
import dev.mooring.app.web.WebAddress;
import dev.mooring.mcp.Implementation;
import dev.mooring.vault.server.DocumentServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;

/** The scenes in their order, on a temporary folder that is served as long as this is open. */
public final class Demo implements AutoCloseable {
    private final DemoOutput stage;
    private final Path folder;
    private final DocumentService documents;

    private Demo(DemoOutput stage, Path folder, DocumentService documents) {
        this.stage = stage;
        this.folder = folder;
        this.documents = documents;
    }

    public static Demo open(DemoOutput stage) throws IOException {
        Path folder = Files.createTempDirectory("mooring-demo");
        return new Demo(
                stage,
                folder,
                DocumentService.start(
                        folder,
                        Implementation.of("mooring", "demo"),
                        DocumentServer.Options.DEFAULT,
                        new WebAddress("127.0.0.1", 0, Optional.empty()),
                        Optional.empty()));
    }

    public void play() throws Exception {
        new DocumentsDemo(stage, folder, documents).play();
        new AgentsDemo(stage).play();
        new GatewayDemo(stage).play();
        stage.scene("Next steps");
        stage.step("mooring serve FOLDER     serves your own documents, with a page to review suggestions");
        stage.step("mooring run AGENT.md     runs an agent of yours with the servers of your .mcp.json");
        stage.step("mooring gateway          serves those servers to clients that have no session");
        stage.step("mooring --help           what else there is");
    }

    /** Where people decide on what the demo suggested. */
    public String reviewAddress() {
        return documents.reviewAddress();
    }

    /** Leaves nothing behind, neither files nor processes. */
    @Override
    public void close() throws IOException {
        documents.close();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
