package dev.mooring.examples;

import dev.mooring.mcp.Reply;
import dev.mooring.session.Sessions;

/** Lists the tools of a server outside a run, on an ephemeral session that closes afterwards. */
public final class ListTools {
    private ListTools() {}

    public static void main(String... args) throws InterruptedException {
        try (Sessions sessions = Sessions.of(CounterServer.asToolServer("counter"))) {
            switch (sessions.listTools("counter")) {
                case Reply.Result(var result) ->
                    result.path("tools")
                            .forEach(
                                    tool -> System.out.println(tool.path("name").asString("") + ": "
                                            + tool.path("description").asString("")));
                case Reply.Rejected(var error) -> System.err.println("error: " + error.message());
                case Reply.Failed(var failure) -> System.err.println("no answer: " + failure.message());
            }
        }
    }
}
