package dev.mooring.vault.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.vault.documents.DocumentStore;
import dev.mooring.vault.search.SearchLimits;
import dev.mooring.vault.search.SearchPattern;
import dev.mooring.vault.search.SearchPool;
import dev.mooring.vault.search.Utf8Text;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GrepBatchTest {

    @TempDir
    Path root;

    @Test
    void documentsBeyondTheLinesOfTheReportAreNotSearched() throws IOException {
        for (int i = 0; i < 20; i++) {
            Files.writeString(root.resolve("note-" + i + ".md"), "beta\n".repeat(50));
        }
        var rendered = new ArrayList<String>();
        try (DocumentStore store = DocumentStore.open(root, false)) {
            var pattern = ((SearchPattern.Compiled.Valid) SearchPattern.compile("beta", false, false)).pattern();
            var request = new GrepBatch.Request(
                    store,
                    new SearchPool(1),
                    "caller",
                    pattern,
                    SearchLimits.DEFAULT.start(),
                    Integer.MAX_VALUE,
                    100,
                    new GrepBatch.SearchedText() {
                        @Override
                        public Utf8Text text(byte[] raw) {
                            return Utf8Text.ofAcceptedView(raw);
                        }

                        @Override
                        public List<String> render(String path, byte[] raw, String text, List<Integer> matching) {
                            rendered.add(path);
                            return matching.stream().map(String::valueOf).toList();
                        }
                    });
            List<List<String>> found = new GrepBatch(request, store.documents(store.rootFolder())).search();

            assertThat(found).hasSize(3);
            assertThat(rendered).hasSize(3);
        }
    }
}
