package dev.mooring.bench.restart;

import dev.mooring.bench.measure.Bench;
import dev.mooring.mcp.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** Sessions of {@code mooring serve} on a folder with one document. */
final class StoredDocumentSessions extends StoredSessionsBenchmark {
    @Override
    public String name() {
        return "serve";
    }

    @Override
    Program open(Bench bench) throws IOException {
        Path folder = Files.createDirectories(bench.scratch("documents"));
        Files.writeString(folder.resolve("document.md"), "# A document\n");
        return new Program() {
            @Override
            public List<String> arguments(Path state) {
                return List.of("serve", folder.toString());
            }

            @Override
            public String path() {
                return "/mcp";
            }

            @Override
            public String tool() {
                return "read";
            }

            @Override
            public ObjectNode toolArguments() {
                return Json.object().put("file_path", "document.md");
            }

            @Override
            public void close() {}
        };
    }
}
