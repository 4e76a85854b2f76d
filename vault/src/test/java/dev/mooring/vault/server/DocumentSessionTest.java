package dev.mooring.vault.server;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DocumentSessionTest {

    @Test
    void aSessionCanBeRestoredFromItsHashes() {
        DocumentSession session =
                DocumentSession.NEW.withRead("a.md", "1").withRead("b.md", "2").withRead("a.md", "3");

        DocumentSession restored = DocumentSession.of(session.hashesByPath(), session.suggestionsByGroup());

        assertThat(restored).isEqualTo(session);
        assertThat(restored.hashesByPath().keySet()).containsExactly("b.md", "a.md");
        assertThat(restored.hashOf("a.md")).contains("3");
    }

    @Test
    void aSessionRemembersTheThousandDocumentsThatItReadLast() {
        DocumentSession session = DocumentSession.NEW;
        for (int i = 0; i < 1_000; i++) {
            session = session.withRead(i + ".md", "x");
        }
        DocumentSession more = session.withRead("0.md", "again").withRead("new.md", "x");
        assertThat(more.hashOf("0.md")).contains("again");
        assertThat(more.hashOf("1.md")).isEmpty();
        assertThat(more.hashOf("2.md")).isPresent();
    }
}
