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

/** Three agents use a stateful server, first with one session per run and then with one session per call. */
final class AgentsDemo {
    private static final String SCRIPT = """
            agents:
              harbour-master:
                - say: I add a note, and then my clerks add theirs.
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

    private final DemoOutput output;

    AgentsDemo(DemoOutput output) {
        this.output = output;
    }

    void run() throws Exception {
        output.heading("2. Agents with stateful tools");
        output.step(
                "The notepad is a server that keeps its notes in the memory of its process. An agent adds a note, its");
        output.step("two sub-agents add one each in parallel, and then the agent reads all notes. The model replays a");
        output.step("script. Agents, calls, sessions and processes are real.");
        Result perRun = run(Sharing.RUN);
        Result perCall = run(Sharing.CALL);
        output.table(List.of(
                List.of("", "one session per run", "one session per call"),
                List.of("notes read", perRun.answer(), perCall.answer()),
                List.of("processes started", perRun.processes(), perCall.processes()),
                List.of("tool calls", perRun.calls(), perCall.calls()),
                List.of("time", perRun.time(), perCall.time())));
    }

    private record Result(String answer, String processes, String calls, String time) {}

    private Result run(Sharing sharing) throws Exception {
        output.progress(sharing == Sharing.RUN ? "with one session per run" : "with one session per call");
        AtomicInteger opened = new AtomicInteger();
        AtomicInteger calls = new AtomicInteger();
        ToolServer notepad = ToolServer.of("notepad", NotepadServer.location())
                .with(ServerSettings.builder().sharing(sharing).build());
        try (Sessions sessions = Sessions.builder(List.of(notepad))
                .listener(event -> count(event instanceof SessionEvent.Opened, opened))
                .build()) {
            var model = ScriptedModel.parse("demo", SCRIPT);
            Agent clerk = Agent.builder("clerk")
                    .description("Adds its input to the notepad")
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
            return new Result(answer.replace("\n", "; "), opened.toString(), calls.toString(), time);
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
