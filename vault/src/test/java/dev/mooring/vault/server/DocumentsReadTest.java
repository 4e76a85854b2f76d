package dev.mooring.vault.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import org.junit.jupiter.api.Test;

class DocumentsReadTest {

    @Test
    void surviveSerialisation() throws Exception {
        DocumentsRead read =
                DocumentsRead.NONE.with("a.md", "1").with("b.md", "2").with("a.md", "3");
        var bytes = new ByteArrayOutputStream();
        try (var out = new ObjectOutputStream(bytes)) {
            out.writeObject(read);
        }
        try (var in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            assertThat(in.readObject()).isEqualTo(read);
        }
        assertThat(read.hashOf("a.md")).contains("3");
    }

    @Test
    void areTheThousandThatWereReadLast() {
        DocumentsRead read = DocumentsRead.NONE;
        for (int i = 0; i < 1_000; i++) {
            read = read.with(i + ".md", "x");
        }
        DocumentsRead more = read.with("0.md", "again").with("new.md", "x");
        assertThat(more.hashOf("0.md")).contains("again");
        assertThat(more.hashOf("1.md")).isEmpty();
        assertThat(more.hashOf("2.md")).isPresent();
    }
}
