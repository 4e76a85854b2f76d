package dev.mooring.session;

import static dev.mooring.session.Fixtures.local;
import static dev.mooring.session.Fixtures.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.Methods;
import dev.mooring.mcp.client.CallOptions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

class EphemeralSessionTest extends HoldingSessions {
    private static CallOutcome call(EphemeralSession session, String tool, ObjectNode arguments)
            throws InterruptedException {
        ObjectNode params = Json.object().put("name", tool);
        params.set("arguments", arguments);
        return session.request(Methods.TOOLS_CALL, params, CallOptions.DEFAULT);
    }

    @Test
    void requestsShareTheStateOfTheSession() throws Exception {
        Sessions sessions = holding(local("a"));
        try (EphemeralSession session = sessions.ephemeral("a")) {
            assertThat(text(call(session, "count", Json.object()))).isEqualTo("1");
            assertThat(text(call(session, "count", Json.object()))).isEqualTo("2");
        }
    }

    @Test
    void resultsContainNoSecret() throws Exception {
        ToolServer plain = local("a");
        Sessions sessions = holding(
                new ToolServer(plain.name(), plain.location(), plain.settings(), Secrets.of(List.of("abcdefgh12345"))));
        try (EphemeralSession session = sessions.ephemeral("a")) {
            assertThat(text(call(session, "echo", Fixtures.message("key abcdefgh12345"))))
                    .isEqualTo("key [secret]");
        }
    }

    @Test
    void protocolErrorIsARejection() throws Exception {
        Sessions sessions = holding(local("a"));
        try (EphemeralSession session = sessions.ephemeral("a")) {
            assertThat(session.request("no/such/method", Json.object(), CallOptions.DEFAULT))
                    .isInstanceOf(CallOutcome.Rejected.class);
        }
    }

    @Test
    void lossOfTheServerIsReported() throws Exception {
        Sessions sessions = holding(local("a"));
        try (EphemeralSession session = sessions.ephemeral("a")) {
            assertThat(call(session, "exit", Json.object())).isInstanceOf(CallOutcome.SessionLost.class);
        }
    }

    @Test
    void sessionEndsOnItsServerIfItsThreadIsInterrupted() throws Exception {
        try (Remote remote = Remote.start()) {
            Sessions sessions = holding(remote.server("r"));
            try (EphemeralSession session = sessions.ephemeral("r")) {
                assertThat(text(call(session, "count", Json.object()))).isEqualTo("1");
                Thread.currentThread().interrupt();
            }
            assertThat(Thread.interrupted()).isTrue();
            assertThat(remote.open()).isEmpty();
        }
    }

    @Test
    void deniedToolIsNotCalled() throws Exception {
        Sessions sessions = holding(local("a")
                .with(ServerSettings.builder()
                        .approval(PerToolSetting.patterns(Map.of("count", Approval.DENY)))
                        .build()));
        try (EphemeralSession session = sessions.ephemeral("a")) {
            assertThat(call(session, "count", Json.object())).isInstanceOf(CallOutcome.NotAllowed.class);
            assertThat(text(call(session, "echo", Fixtures.message("x")))).isEqualTo("x");
        }
    }
}
