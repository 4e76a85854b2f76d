package dev.mooring.examples;

import dev.mooring.agent.Agent;
import dev.mooring.agent.AgentFailed;
import dev.mooring.agent.FunctionTool;
import dev.mooring.agent.model.Model;
import dev.mooring.agent.model.ToolOutput;
import dev.mooring.agent.script.ScriptedModel;
import dev.mooring.mcp.Json;
import dev.mooring.session.Sessions;

/** An agent that calls a sub-agent. Both call the same counter on one session, which closes with the run. */
public final class AgentsThatShareState {
    private static final String SCRIPT = """
            agents:
              captain:
                - call: {counter/count: {}}
                - expect: "1"
                  call: {agent:mate: {input: Count once more.}}
                - expect: The counter says 2.
                  call: {write_log: {entry: "{{result}}"}}
                - say: The mate counted, and the log has the result.
              mate:
                - call: {counter/count: {}}
                - say: The counter says {{result}}.
            """;

    private AgentsThatShareState() {}

    public static void main(String... args) throws AgentFailed, InterruptedException, ScriptedModel.InvalidScript {
        Model model = ScriptedModel.parse("both", SCRIPT); // for example Models.named("openai/…", System.getenv())
        try (Sessions sessions = Sessions.of(CounterServer.asToolServer("counter"))) {
            Agent mate = Agent.builder("mate")
                    .description("Adds 1 to the counter")
                    .model(model)
                    .tools(sessions, "counter")
                    .build();
            Agent captain = Agent.builder("captain")
                    .instructions("Count, let the mate count, and write the answer of the mate to the log.")
                    .model(model)
                    .tools(sessions, "counter/count")
                    .agent(mate)
                    .tool(FunctionTool.of("write_log", "Writes an entry to the log", Json.objectOf("""
                            {"type": "object", "properties": {"entry": {"type": "string"}}, "required": ["entry"]}
                            """), arguments -> {
                        System.out.println("log: " + arguments.path("entry").stringValue());
                        return ToolOutput.of("written");
                    }))
                    .build();

            System.out.println(captain.invoke("What is the count?").text());
        }
    }
}
