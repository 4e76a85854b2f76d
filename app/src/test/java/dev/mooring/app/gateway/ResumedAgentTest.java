package dev.mooring.app.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mooring.agent.Agent;
import dev.mooring.agent.InvokeOptions;
import dev.mooring.agent.TranscriptFile;
import dev.mooring.agent.model.ChatEntry;
import dev.mooring.agent.model.Model;
import dev.mooring.agent.model.ModelRequest;
import dev.mooring.agent.model.ModelTurn;
import dev.mooring.agent.model.TextListener;
import dev.mooring.agent.model.ToolRequest;
import dev.mooring.agent.model.Usage;
import dev.mooring.app.RecordingNotepad;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.client.ServerLocation;
import dev.mooring.session.Secrets;
import dev.mooring.session.Sessions;
import dev.mooring.session.ToolServer;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

/** An agent that uses a server through a gateway, and resumes after a crash. */
@Timeout(120)
@Tag("process")
class ResumedAgentTest {
    private static final Pattern SESSION = Pattern.compile("\\[session: (\\S+)]");

    @TempDir
    Path folder;

    /** Adds a note; crashes; then reads the notes of the session whose id is in the conversation. */
    private static final class NotingModel implements Model {
        private final boolean crashes;

        NotingModel(boolean crashes) {
            this.crashes = crashes;
        }

        @Override
        public String name() {
            return "test/noting";
        }

        @Override
        public ModelTurn answer(ModelRequest request, TextListener text) {
            long turns = request.conversation().stream()
                    .filter(ChatEntry.ModelMessage.class::isInstance)
                    .count();
            if (turns == 0) {
                return call("notepad__add", Json.object().put("text", "The Ada is in"));
            }
            if (crashes) {
                throw new AssertionError("crash");
            }
            Matcher session = SESSION.matcher(request.conversation().toString());
            return turns == 1 && session.find()
                    ? call("notepad__read", Json.object().put("session_id", session.group(1)))
                    : ModelTurn.answer(request.conversation().getLast().toString(), Usage.NONE);
        }

        private static ModelTurn call(String tool, ObjectNode arguments) {
            return new ModelTurn(
                    "",
                    List.of(new ToolRequest("call_1", tool, Json.text(arguments))),
                    Usage.NONE,
                    ModelTurn.StopReason.CALLS,
                    null);
        }
    }

    private static Agent agent(Sessions sessions, boolean crashes) {
        return Agent.builder("clerk")
                .model(new NotingModel(crashes))
                .tools(sessions, "notepad")
                .build();
    }

    @Test
    void sessionBehindTheGatewayContinuesByItsHandle() throws Exception {
        Path serversFile = Files.writeString(
                folder.resolve("servers.json"), "{\"mcpServers\": {" + RecordingNotepad.entry() + "}}");
        Path transcript = folder.resolve("transcript");
        try (GatewayProcess gateway = GatewayProcess.start(serversFile, folder, 0)) {
            ToolServer notepad = ToolServer.of(
                    "notepad",
                    ServerLocation.Remote.at(URI.create(gateway.address().replace("/mcp", "/notepad/mcp"))));
            try (Sessions sessions = Sessions.of(notepad);
                    TranscriptFile file = TranscriptFile.create(transcript, Json.object(), Secrets.none())) {
                assertThatThrownBy(() -> agent(sessions, true)
                                .invoke("Who is in?", InvokeOptions.defaults().transcript(file)))
                        .hasMessage("crash");
            }
            try (Sessions sessions = Sessions.of(notepad);
                    TranscriptFile file = TranscriptFile.open(transcript, Secrets.none())) {
                assertThat(agent(sessions, false)
                                .resume(file, InvokeOptions.defaults())
                                .text())
                        .contains("1. The Ada is in");
            }
            assertThat(Files.readString(transcript)).containsOnlyOnce("The session with notepad was lost");
        }
    }
}
