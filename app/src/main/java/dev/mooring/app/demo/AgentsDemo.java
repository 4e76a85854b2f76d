package dev.mooring.app.demo;

import dev.mooring.agent.Agent;
import dev.mooring.agent.AgentEvent;
import dev.mooring.agent.InvokeOptions;
import dev.mooring.agent.ToolOrigin;
import dev.mooring.agent.script.ScriptedModel;
import dev.mooring.session.ServerSettings;
import dev.mooring.session.SessionEvent;
import dev.mooring.session.Sessions;
import dev.mooring.session.Sharing;
import dev.mooring.session.ToolServer;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;

/** The same work of three agents on a stateful server, once with a session per run and once with a session per call. */
final class AgentsDemo {
    private static final String SCRIPT = """
            agents:
              harbour-master:
                - say: I note what I know, and my clerks what they know.
                  call: {notepad/add: {text: the Ada needs a pilot}}
                - call:
                    - agent:clerk: {input: the Grace is in port}
                    - agent:clerk: {input: the Edsger is in port}
                - call: {notepad/read: {}}
                - say: "{{result}}"
              clerk:
                - call: {notepad/add: {text: "{{input}}"}}
                - say: "{{result}}"
            """;

    private final DemoOutput stage;

    AgentsDemo(DemoOutput stage) {
        this.stage = stage;
    }

    void play() throws Exception {
        stage.scene("2. Agents, with tools that remember");
        stage.step("A notepad is a server whose notes last as long as its process. An agent adds a note, its two");
        stage.step(
                "sub-agents add one each at the same time, and then it reads them. The model plays a script; agents,");
        stage.step("calls, sessions and processes are real.");
        Told held = run(Sharing.RUN);
        Told single = run(Sharing.CALL);
        stage.table(List.of(
                List.of("", "one session per run", "a session per call"),
                List.of("what it reads", held.answer(), single.answer()),
                List.of("processes started", held.processes(), single.processes()),
                List.of("tool calls", held.calls(), single.calls()),
                List.of("time", held.time(), single.time())));
    }

    /** What came of one run. */
    private record Told(String answer, String processes, String calls, String time) {}

    private Told run(Sharing sharing) throws Exception {
        stage.working(sharing == Sharing.RUN ? "with one session per run" : "with a session per call");
        AtomicInteger opened = new AtomicInteger();
        AtomicInteger calls = new AtomicInteger();
        ToolServer notepad = ToolServer.of("notepad", NotepadServer.location())
                .with(ServerSettings.builder().sharing(sharing).build());
        try (Sessions sessions = Sessions.builder(List.of(notepad))
                .listener(event -> count(event instanceof SessionEvent.Opened, opened))
                .build()) {
            var model = ScriptedModel.parse("demo", SCRIPT);
            Agent clerk = Agent.builder("clerk")
                    .description("Notes what it is told")
                    .model(model)
                    .tools(sessions, "notepad")
                    .build();
            Agent master = Agent.builder("harbour-master")
                    .model(model)
                    .tools(sessions, "notepad")
                    .agent(clerk)
                    .build();
            long began = System.nanoTime();
            String answer = master.invoke(
                            "What do we know?",
                            InvokeOptions.defaults().listener(event -> count(isServerCall(event), calls)))
                    .text();
            String time = String.format(Locale.ROOT, "%.2f s", (System.nanoTime() - began) / 1e9);
            return new Told(answer.replace("\n", "; "), opened.toString(), calls.toString(), time);
        }
    }

    private static boolean isServerCall(AgentEvent event) {
        return event instanceof AgentEvent.ToolCalled called && called.tool() instanceof ToolOrigin.Server;
    }

    private static void count(boolean counts, AtomicInteger counter) {
        if (counts) {
            counter.incrementAndGet();
        }
    }
}
