package dev.mooring.app.demo;

import dev.mooring.app.documents.DocumentService;
import dev.mooring.app.web.WebAddress;
import dev.mooring.app.web.WebSettings;
import dev.mooring.handle.HandleStores;
import dev.mooring.mcp.Implementation;
import dev.mooring.store.StoreLocation;
import dev.mooring.store.Stores;
import dev.mooring.vault.Vault;
import dev.mooring.vault.server.DocumentServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;

/** The demo: serves a temporary folder until it is closed. */
public final class Demo implements AutoCloseable {
    private final DemoOutput output;
    private final Path folder;
    private final HandleStores stores;
    private final DocumentService documents;

    private Demo(DemoOutput output, Path folder, HandleStores stores, DocumentService documents) {
        this.output = output;
        this.folder = folder;
        this.stores = stores;
        this.documents = documents;
    }

    /** Creates the folder and serves it. The caller closes the demo. */
    public static Demo open(DemoOutput output) throws IOException {
        Path folder = Files.createTempDirectory("mooring-demo");
        Path state = folder.resolve(".state");
        HandleStores stores =
                Stores.open(new StoreLocation.Sqlite(state.resolve("store.db")), problem -> output.step(problem));
        return new Demo(
                output,
                folder,
                stores,
                DocumentService.start(
                        Vault.open(folder, false),
                        stores,
                        "demo",
                        Implementation.of("mooring", "demo"),
                        DocumentServer.Options.DEFAULT,
                        WebSettings.local(new WebAddress("127.0.0.1", 0, Optional.empty()), state)));
    }

    /** Runs all parts of the demo in order. */
    public void run() throws Exception {
        new DocumentsDemo(output, folder, documents).run();
        new AgentsDemo(output).run();
        new GatewayDemo(output).run();
        output.heading("Next steps");
        output.step("mooring serve FOLDER     serve your own documents, with a page to review suggestions");
        output.step("mooring run AGENT.md     run your own agent with the servers in your .mcp.json");
        output.step("mooring gateway          serve those servers to clients without sessions");
        output.step("mooring --help           list all commands");
    }

    /** Returns a link to the page with the suggestion, which signs in once. */
    public String reviewLink() throws IOException {
        return documents.reviewLink();
    }

    /** Stops the service and deletes the folder. */
    @Override
    public void close() throws IOException {
        documents.close();
        stores.close();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
