package dev.mooring.app.demo;

import dev.mooring.mcp.Json;
import dev.mooring.run.AgentRun;
import dev.mooring.run.Outcome;
import dev.mooring.run.RunScope;
import dev.mooring.session.ResultText;
import dev.mooring.session.ServerSettings;
import dev.mooring.session.Sessions;
import dev.mooring.session.Sharing;
import dev.mooring.session.ToolServer;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;

/** The same work on a stateful server, once with a session per run and once with a session per call. */
final class SessionsScene {
    private final Stage stage;

    SessionsScene(Stage stage) {
        this.stage = stage;
    }

    void play() throws Exception {
        stage.scene("2. Agents, with tools that remember");
        stage.step(
                "A server that counts, in a process of its own. A run calls it, two parts of the run call it at once,");
        stage.step("and a nested run calls it.");
        show("session per run ", Sharing.RUN);
        show("session per call", Sharing.CALL);
        stage.step("One process and nothing lost, against a process per call and a counter that never gets beyond 1.");
    }

    private void show(String name, Sharing sharing) throws Exception {
        ToolServer counter =
                ToolServer.of("counter", CounterServer.location()).with(ServerSettings.DEFAULT.withSharing(sharing));
        Set<String> processes = new HashSet<>();
        try (Sessions sessions = Sessions.of(counter)) {
            Callable<String> count = () -> ResultText.of(sessions.call("counter", "count", Json.object()));
            long began = System.nanoTime();
            List<String> counted = AgentRun.call(() -> {
                String first = count.call();
                for (Outcome<String> outcome : RunScope.require().forkAll(Collections.nCopies(2, count))) {
                    outcome.orThrow();
                }
                String nested = AgentRun.call(count::call);
                for (int i = 0; i < 2; i++) {
                    processes.add(ResultText.of(sessions.call("counter", "pid", Json.object())));
                }
                return List.of(first, nested);
            });
            double seconds = (System.nanoTime() - began) / 1e9;
            stage.step(String.format(
                    Locale.ROOT,
                    "  %s: first call says %s, fourth says %s; asked twice, it is %d process%s; %.2f s",
                    name,
                    counted.getFirst(),
                    counted.getLast(),
                    processes.size(),
                    processes.size() == 1 ? "" : "es",
                    seconds));
        }
        for (String pid : processes) {
            if (ProcessHandle.of(Long.parseLong(pid)).isPresent()) {
                throw new IllegalStateException("the process " + pid + " was left behind");
            }
        }
    }
}
