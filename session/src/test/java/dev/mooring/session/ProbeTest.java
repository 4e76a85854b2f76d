package dev.mooring.session;

import static dev.mooring.session.Fixtures.call;
import static dev.mooring.session.Fixtures.local;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.client.CallOptions;
import dev.mooring.run.AgentRun;
import dev.mooring.run.Fork;
import dev.mooring.run.RunScope;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

/** A session is probed ahead of a call, but only after a pause and with no call in flight. */
class ProbeTest extends HoldingSessions {
    private Sessions probingAtOnce(String era) {
        return keep(Sessions.builder(List.of(local("a", "--era", era)))
                .options(SHORT_GRACE)
                .probeAfterIdle(Duration.ZERO));
    }

    /** Returns the methods of all requests that the server has received, the last one being that of this call. */
    private static String received(Sessions sessions) {
        return call(sessions, "a", "received");
    }

    @ParameterizedTest
    @CsvSource({"legacy, ping", "modern, server/discover"})
    void idleSessionIsProbedAsItsEraRequires(String era, String probe) {
        Sessions sessions = probingAtOnce(era);
        AgentRun.run(() -> {
            call(sessions, "a", "count");
            assertThat(received(sessions)).endsWith(" tools/call " + probe + " tools/call");
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"legacy", "modern"})
    void sessionIsNotProbedWithoutAPause(String era) {
        Sessions sessions = holding(local("a", "--era", era));
        AgentRun.run(() -> {
            call(sessions, "a", "count");
            assertThat(received(sessions)).endsWith(" tools/call tools/call");
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"legacy", "modern"})
    void busySessionIsNotProbed(String era) throws Exception {
        Sessions sessions = probingAtOnce(era);
        CountDownLatch inFlight = new CountDownLatch(1);
        CallOptions options =
                CallOptions.builder().progress(_ -> inFlight.countDown()).build();
        ObjectNode endless = Json.object().put("steps", 1_000_000).put("pause", 10);
        AgentRun.run(() -> {
            Fork<CallOutcome> busy = RunScope.require().fork(() -> sessions.call("a", "progress", endless, options));
            inFlight.await();
            assertThat(received(sessions)).endsWith(" tools/call tools/call");
            busy.interrupt();
        });
    }
}
