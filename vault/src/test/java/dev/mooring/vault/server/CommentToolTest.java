package dev.mooring.vault.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.vault.critic.MarkedText;
import dev.mooring.vault.server.VaultFixture.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommentToolTest {

    private static final String PERSON = "{\"author\":\"Ada\",\"time\":1699999000,\"person\":true}@@";
    private static final String CLAUDE = "{\"author\":\"Claude\",\"time\":1700000000,\"g\":\"g1\"}@@";

    @TempDir
    Path root;

    private VaultFixture vault;
    private String session;

    @BeforeEach
    void open() throws IOException {
        vault = new VaultFixture(root);
        vault.write("a.md", "The {==north pier==}{>>" + PERSON + "Please reword<<} is near. It is old.\n");
        session = vault.session("a.md");
    }

    @AfterEach
    void close() throws IOException {
        vault.close();
    }

    private Result comment(Object... more) throws IOException {
        Object[] arguments = new Object[more.length + 4];
        arguments[0] = "file_path";
        arguments[1] = "a.md";
        arguments[2] = "session_id";
        arguments[3] = session;
        System.arraycopy(more, 0, arguments, 4, more.length);
        return vault.call("comment", arguments);
    }

    private String text() throws IOException {
        return Files.readString(root.resolve("a.md"));
    }

    /** The id of the comment that read lists at this place, counted from 0. */
    private String id(int number) throws IOException {
        Matcher ids =
                Pattern.compile("id ([0-9a-f]{8})").matcher(vault.read("a.md").success());
        for (int i = 0; i <= number; i++) {
            assertThat(ids.find()).isTrue();
        }
        return ids.group(1);
    }

    @Test
    void readListsEachCommentWithItsPhraseAndId() throws IOException {
        assertThat(vault.read("a.md").success())
                .containsPattern(
                        "\n  line 1: id [0-9a-f]{8} on \"north pier\": \"Please reword\" \\(Ada, 16 min ago\\)");
    }

    @Test
    void aQuoteOfSeveralLinesIsFoundWhateverItsLineEndings() throws IOException {
        vault.write("a.md", "One line.\r\nAnother line.\r\n");
        vault.read("a.md", session).success();
        comment("quote", "line.\r\nAnother", "text", "Join them").success();
        assertThat(text()).startsWith("One line.\r\nAnother{>>").endsWith("@@Join them<<} line.\r\n");
    }

    @Test
    void aReplyFollowsTheThreadAndKeepsTheId() throws IOException {
        String id = id(0);
        comment("comment_id", id, "text", "Better now?").success();
        assertThat(text())
                .isEqualTo("The {==north pier==}{>>" + PERSON + "Please reword<<}{>>" + CLAUDE
                        + "Better now?<<} is near. It is old.\n");
        assertThat(id(0)).isEqualTo(id);
        assertThat(vault.read("a.md").success()).contains(", a reply on \"north pier\": [waits for review] (Claude");
    }

    @Test
    void aCommentOnAPassageHighlightsIt() throws IOException {
        comment("quote", "It is old", "text", "Since when?").success();
        assertThat(text()).contains("{==" + CLAUDE + "It is old==}{>>" + CLAUDE + "Since when?<<}.\n");
        assertThat(MarkedText.parse(text()).accepted().text()).isEqualTo("The north pier is near. It is old.\n");
    }

    @Test
    void anAssistantResolvesItsOwnCommentsButNobodyElses() throws IOException {
        comment("quote", "It is old", "text", "Since when?").success();
        String before = text();
        assertThat(comment("comment_id", id(0), "resolve", true).error()).contains("You have no open comment");
        assertThat(text()).isEqualTo(before);

        assertThat(comment("comment_id", id(1), "resolve", true).success()).startsWith("Resolved your comments.");
        assertThat(text())
                .contains("\"g\":\"g1\",\"done\":true}@@Since when?<<}")
                .doesNotContain("accepted");
        assertThat(vault.read("a.md").success()).contains("Comments (1):");
    }

    @Test
    void aThreadWithOpenCommentsOfOthersStaysOpen() throws IOException {
        comment("comment_id", id(0), "text", "Done.").success();
        assertThat(comment("comment_id", id(1), "text", "Really done.", "resolve", true)
                        .success())
                .contains("stays open until a person resolves the others");
        assertThat(text())
                .contains(
                        "Please reword<<}{>>{\"author\":\"Claude\",\"time\":1700000000,\"g\":\"g1\",\"done\":true}@@Done.<<}")
                .contains("Really done.<<} is near");
    }

    @Test
    void incompleteAndImpossibleRequestsAreRefused() throws IOException {
        String before = text();
        assertThat(comment("text", "x").error()).contains("Give either quote");
        assertThat(comment("quote", "old", "comment_id", "x", "text", "y").error())
                .contains("Give either quote");
        assertThat(comment("quote", "old").error()).contains("text is missing");
        assertThat(comment("quote", "old", "text", "x", "resolve", true).error())
                .contains("cannot be resolved at once");
        assertThat(comment("comment_id", "00000000", "text", "x").error()).contains("There is no comment");
        assertThat(comment("quote", "missing", "text", "x").error()).contains("quote was not found");
        assertThat(comment("quote", "i", "text", "x").error()).contains("more than once");
        assertThat(comment("quote", "old", "text", "a <<} b").error()).contains("CriticMarkup");
        assertThat(comment("quote", "old", "text", "a\0b").error()).contains("control character");
        assertThat(text()).isEqualTo(before);
    }

    @Test
    void theDocumentMustBeReadInTheSessionFirst() throws IOException {
        vault.write("b.md", "beta\n");
        assertThat(vault.call("comment", "file_path", "b.md", "session_id", session, "quote", "beta", "text", "x")
                        .error())
                .contains("You must read b.md in this session before you comment on it.");
    }

    @Test
    void aWrittenCommentIsASuccessEvenIfTheSessionCannotRecordIt() throws IOException {
        DocumentTool comment = new CommentTool(vault.contextWithFailing("update"));
        Object[] arguments = {"file_path", "a.md", "session_id", session, "quote", "It is old", "text", "How old?"};
        assertThat(VaultFixture.call(comment, VaultFixture.CLAUDE, arguments).success())
                .startsWith("Added the comment.")
                .endsWith("The change is written, but the session cannot record it. The store is down.");
        assertThat(text()).containsOnlyOnce("@@How old?<<}");
    }

    @Test
    void aCommentedPassageCanStillBeEdited() throws IOException {
        comment("quote", "It is old", "text", "Since when?").success();
        vault.edit("a.md", "It is old", "It is new", session).success();
        assertThat(MarkedText.parse(text()).accepted().text()).isEqualTo("The north pier is near. It is new.\n");
    }
}
