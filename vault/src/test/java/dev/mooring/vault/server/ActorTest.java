package dev.mooring.vault.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.handle.HandleOwner;
import dev.mooring.mcp.Implementation;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.ProtocolVersion;
import dev.mooring.mcp.server.Caller;
import dev.mooring.mcp.server.DisplayName;
import dev.mooring.vault.server.VaultFixture.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ActorTest {

    @TempDir
    Path root;

    private static Actor actor(@Nullable String client, @Nullable String principal, String transportSession) {
        Implementation implementation = client == null ? null : Implementation.from(Json.objectOf(client));
        return Actor.of(new Caller(
                ProtocolVersion.LATEST_LEGACY, implementation, Json.object(), principal, Set.of(), transportSession));
    }

    @Test
    void authorIsThePrincipalThenTheTitleThenTheNameOfTheClient() {
        String client = "{\"name\":\"claude-ai\",\"title\":\"Claude\",\"version\":\"1\"}";
        assertThat(actor(client, "ada", "t1").authorIn("s")).isEqualTo("ada");
        assertThat(actor(client, null, "t1").authorIn("s")).isEqualTo("Claude");
        assertThat(actor("{\"name\":\"claude-ai\",\"title\":\" \"}", null, "t1").authorIn("s"))
                .isEqualTo("claude-ai");
    }

    @Test
    void authorWhoSignedInIsThePersonViaTheClientOfTheTokenThenTheClientItself() {
        assertThat(signedIn(new DisplayName("Ada", "Claude"), "{\"name\":\"other\"}"))
                .isEqualTo("Ada via Claude");
        assertThat(signedIn(new DisplayName("Ada", null), "{\"name\":\"cursor\",\"title\":\"Cursor\"}"))
                .isEqualTo("Ada via Cursor");
        assertThat(signedIn(new DisplayName("Ada", null), null)).isEqualTo("Ada");
    }

    private static String signedIn(DisplayName name, @Nullable String client) {
        Actor actor = Actor.of(new Caller(
                ProtocolVersion.LATEST_LEGACY,
                client == null ? null : Implementation.from(Json.objectOf(client)),
                Json.object(),
                "https://id.example.com 42",
                Set.of(),
                null,
                name));
        assertThat(actor.owner()).isEqualTo(HandleOwner.principal("https://id.example.com 42"));
        return actor.authorIn("s");
    }

    @Test
    void callerWithoutANameIsNamedAfterItsHandleAndNotAfterItsTransportSession() {
        for (String client : new String[] {null, "{}", "{\"name\":\"\"}", "{\"name\":\"Unknown\"}"}) {
            String author = actor(client, null, "t1").authorIn("first-handle");
            assertThat(author)
                    .startsWith("unknown ")
                    .doesNotContain("first")
                    .isEqualTo(actor(client, null, "t2").authorIn("first-handle"))
                    .isNotEqualTo(actor(client, null, "t1").authorIn("second-handle"));
        }
    }

    @Test
    void callersWithoutANameDoNotReplaceEachOthersSuggestions() throws IOException {
        var nobody = new Actor(HandleOwner.ANONYMOUS, null);
        try (var vault = new VaultFixture(root)) {
            Path file = vault.write("a.md", "the quick fox\n");
            String first = session(vault.callAs(nobody, "read", "file_path", "a.md"));
            String second = session(vault.callAs(nobody, "read", "file_path", "a.md"));
            edit(vault, nobody, "a.md", "quick", "slow", first).success();

            String raw = Files.readString(file);
            assertThat(edit(vault, nobody, "a.md", "slow", "lazy", second).error())
                    .contains("part of a pending suggestion by unknown ");
            assertThat(file).hasContent(raw);
            edit(vault, nobody, "a.md", "slow", "old", first).success();
            assertThat(Files.readString(file))
                    .contains("quick--}")
                    .contains("old++}")
                    .doesNotContain("slow");
        }
    }

    @Test
    void callerWithoutANameCanRefineTheDocumentThatItCreated() throws IOException {
        var nobody = new Actor(HandleOwner.ANONYMOUS, null);
        try (var vault = new VaultFixture(root)) {
            String session = session(vault.callAs(nobody, "create", "file_path", "n.md", "content", "One.\n"));
            edit(vault, nobody, "n.md", "One", "Two", session).success();
            assertThat(Files.readString(root.resolve("n.md"))).contains("Two.").doesNotContain("One");

            String other = session(vault.callAs(nobody, "read", "file_path", "n.md"));
            edit(vault, nobody, "n.md", "Two", "Three", other).error();
        }
    }

    private static String session(Result result) {
        result.success();
        return result.session().orElseThrow();
    }

    private static Result edit(
            VaultFixture vault, Actor actor, String path, String oldText, String newText, String session)
            throws IOException {
        return vault.callAs(
                actor, "edit", "file_path", path, "old_string", oldText, "new_string", newText, "session_id", session);
    }
}
