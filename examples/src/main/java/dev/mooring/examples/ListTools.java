package dev.mooring.examples;

import dev.mooring.mcp.Reply;
import dev.mooring.session.Sessions;

/** Asks a server for its tools without a run: a session is opened for the question and closed right after. */
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
                case Reply.Fault(var error) -> System.err.println("refused: " + error.message());
                case Reply.Failed(var failure) -> System.err.println("no answer: " + failure.message());
            }
        }
    }
}
