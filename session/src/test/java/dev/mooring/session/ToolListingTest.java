package dev.mooring.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.mcp.Failure;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.Message;
import dev.mooring.mcp.Methods;
import dev.mooring.mcp.Reply;
import dev.mooring.mcp.client.ServerLocation;
import dev.mooring.run.AgentRun;
import dev.mooring.session.ToolListing.ListedTool;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ToolListingTest {
    @Test
    void toolsThatNeedTasksAreSkippedAndNamed() {
        ToolServer server = ToolServer.of("a", ServerLocation.Local.of("x"));
        ToolListing listing = ToolListing.of(server, new Reply.Result(Json.objectOf("""
            {"tools": [
              {"name": "plain", "description": "d", "inputSchema": {"type": "object", "title": "t"}},
              {"name": "either", "execution": {"taskSupport": "optional"}},
              {"name": "task", "execution": {"taskSupport": "required"}},
              {"title": "no name"}]}\
            """)), null, Json.object());
        assertThat(listing).isInstanceOfSatisfying(ToolListing.Listed.class, listed -> {
            assertThat(listed.tools()).extracting(ListedTool::name).containsExactly("plain", "either");
            assertThat(listed.tools().getFirst().inputSchema().get("title").stringValue())
                    .isEqualTo("t");
            assertThat(listed.tools().get(1).inputSchema()).isEqualTo(Json.objectOf("{\"type\": \"object\"}"));
            assertThat(listed.skipped()).containsExactly("task");
        });
    }

    @Test
    void toolThatIsListedTwiceIsListedOnce() {
        ToolServer server = ToolServer.of("a", ServerLocation.Local.of("x"));
        ToolListing listing = ToolListing.of(server, new Reply.Result(Json.objectOf("""
            {"tools": [{"name": "t", "description": "first"}, {"name": "u"}, {"name": "t", "description": "second"}]}\
            """)), null, Json.object());
        assertThat(listing)
                .isInstanceOfSatisfying(
                        ToolListing.Listed.class,
                        listed -> assertThat(listed.tools())
                                .extracting(tool -> tool.name() + tool.description())
                                .containsExactly("tfirst", "u"));
    }

    @Test
    void reasonOfAnUnavailableListingHasNoSecrets() {
        ToolServer server = new ToolServer(
                "a", ServerLocation.Local.of("x"), ServerSettings.DEFAULT, Secrets.of(List.of("hunter2hunter2")));
        assertThat(ToolListing.of(
                        server, new Reply.Failed(new Failure.Malformed("it said hunter2hunter2")), null, Json.object()))
                .isEqualTo(new ToolListing.Unavailable("a", "it said [secret]"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"legacy", "modern"})
    @Tag("counterpart")
    void instructionsOfTheServerComeWithItsTools(String era) throws Exception {
        ToolServer held = Fixtures.local("held", "--era", era, "--instructions", "Read first. Token: hunter2hunter2");
        ToolServer secretive =
                new ToolServer("held", held.location(), held.settings(), Secrets.of(List.of("hunter2hunter2")));
        ToolServer perCall = Fixtures.local("call", "--era", era, "--instructions", "Be quick.")
                .with(ServerSettings.builder().sharing(Sharing.CALL).build());
        ToolServer silent = Fixtures.local("silent", "--era", era);
        try (Sessions sessions = Sessions.of(secretive, perCall, silent)) {
            assertThat(instructions(sessions.toolListing("held"))).isEqualTo("Read first. Token: [secret]");
            AgentRun.<Exception>run(() -> {
                assertThat(instructions(sessions.toolListing("held"))).isEqualTo("Read first. Token: [secret]");
                assertThat(sessions.toolListingIfOpen("held"))
                        .hasValueSatisfying(
                                listed -> assertThat(listed.instructions()).startsWith("Read first."));
                assertThat(instructions(sessions.toolListing("call"))).isEqualTo("Be quick.");
                assertThat(instructions(sessions.toolListing("silent"))).isNull();
            });
        }
    }

    private static CallTrace count(Sessions sessions) throws InterruptedException {
        try (PlannedCall call = sessions.batch().plan("a", "count")) {
            return call.call(Json.object(), null);
        }
    }

    @ParameterizedTest
    @CsvSource({"legacy, 1", "legacy, 2", "modern, 1", "modern, 2"})
    @Tag("counterpart")
    void changeDuringAListingIsNotLost(String era, String page, @TempDir Path folder) throws Exception {
        Path release = folder.resolve("release");
        ToolServer changing =
                Fixtures.local("a", "--era", era, "--change-during-page", page, "--release", release.toString());
        BiConsumer<ToolServer, Message.Notification> releasing = (_, notification) -> {
            // The session has received the notification before this one, which tells of the change.
            if (notification.method().equals(Methods.LOG)) {
                create(release);
            }
        };
        try (Sessions sessions =
                Sessions.builder(List.of(changing)).notifications(releasing).build()) {
            AgentRun.<Exception>run(() -> {
                assertThat(names(sessions)).contains("echo");
                assertThat(names(sessions)).containsExactly("late", "echo", "count");
            });
        }
    }

    private static void create(Path file) {
        try {
            Files.createFile(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> names(Sessions sessions) throws InterruptedException {
        return ((ToolListing.Listed) sessions.toolListing("a"))
                .tools().stream().map(ListedTool::name).toList();
    }

    private static @Nullable String instructions(ToolListing listing) {
        return ((ToolListing.Listed) listing).instructions();
    }

    @Test
    @Tag("counterpart")
    void listingDoesNotCountAsAUseOfTheSession() throws Exception {
        List<String> events = new CopyOnWriteArrayList<>();
        try (Sessions sessions = Sessions.builder(List.of(Fixtures.local("a")))
                .listener(event -> events.add(event.getClass().getSimpleName()))
                .build()) {
            AgentRun.<Exception>run(() -> {
                assertThat(sessions.toolListingIfOpen("a")).isEmpty();
                assertThat(sessions.toolListing("a")).isInstanceOf(ToolListing.Listed.class);
                assertThat(sessions.toolListingIfOpen("a")).isPresent();
                CallTrace first = count(sessions);
                CallTrace second = count(sessions);
                assertThat(first.opened()).isTrue();
                assertThat(second.opened()).isFalse();
                assertThat(second.session()).isNotNull().isEqualTo(first.session());
            });
        }
        assertThat(events).containsExactly("Opened", "Reused", "Closed");
    }
}
