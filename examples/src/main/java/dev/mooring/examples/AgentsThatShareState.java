package dev.mooring.examples;

import dev.mooring.agent.Agent;
import dev.mooring.agent.AgentFailed;
import dev.mooring.agent.FunctionTool;
import dev.mooring.agent.model.Model;
import dev.mooring.agent.model.ToolResult;
import dev.mooring.agent.script.ScriptedModel;
import dev.mooring.mcp.Json;
import dev.mooring.session.Sessions;

/** An agent that asks another one: both call the same counter on one session, and the end of the run ends it. */
public final class AgentsThatShareState {
    private static final String SCRIPT = """
            agents:
              captain:
                - call: {counter/count: {}}
                - expect: "1"
                  call: {agent:mate: {input: Count one further, please.}}
                - expect: The counter says 2.
                  call: {write_log: {entry: "{{result}}"}}
                - say: The mate has counted, and it is in the log.
              mate:
                - call: {counter/count: {}}
                - say: The counter says {{result}}.
            """;

    private AgentsThatShareState() {}

    public static void main(String... args) throws AgentFailed, InterruptedException, ScriptedModel.InvalidScript {
        Model model = ScriptedModel.parse("both", SCRIPT); // in real life: Models.named("openai/…", System.getenv())
        try (Sessions sessions = Sessions.of(CounterServer.asToolServer("counter"))) {
            Agent mate = Agent.builder("mate")
                    .description("Counts one further")
                    .model(model)
                    .tools(sessions, "counter")
                    .build();
            Agent captain = Agent.builder("captain")
                    .instructions("Count, then let the mate count, and write what the mate says into the log.")
                    .model(model)
                    .tools(sessions, "counter/count")
                    .agent(mate)
                    .tool(FunctionTool.of("write_log", "Writes into the log", Json.objectOf("""
                            {"type": "object", "properties": {"entry": {"type": "string"}}, "required": ["entry"]}
                            """), arguments -> {
                        System.out.println("log: " + arguments.path("entry").stringValue());
                        return ToolResult.of("written");
                    }))
                    .build();

            System.out.println(captain.invoke("How far are we?").text());
        }
    }
}
