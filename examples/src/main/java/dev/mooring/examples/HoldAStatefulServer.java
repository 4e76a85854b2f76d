package dev.mooring.examples;

import dev.mooring.mcp.Json;
import dev.mooring.run.AgentRun;
import dev.mooring.run.Outcome;
import dev.mooring.run.RunScope;
import dev.mooring.session.Sessions;
import java.util.Collections;
import java.util.concurrent.Callable;

/** Holds one server process during a run. Parallel calls and a nested run share its state. The process ends with the run. */
public final class HoldAStatefulServer {
    private HoldAStatefulServer() {}

    public static void main(String... args) throws InterruptedException {
        try (Sessions sessions = Sessions.of(CounterServer.asToolServer("counter"))) {
            Callable<String> count =
                    () -> sessions.call("counter", "count", Json.object()).text();

            AgentRun.run(() -> {
                System.out.println("first call: " + count.call());

                // Ten parallel calls, each on a virtual thread of the run.
                for (Outcome<String> outcome : RunScope.require().forkAll(Collections.nCopies(10, count))) {
                    outcome.orThrow();
                }
                System.out.println("after ten parallel calls: " + count.call());

                // A run inside a run joins the outer run. Sub-agents do the same.
                AgentRun.run(() -> System.out.println("in a nested run: " + count.call()));
            });

            AgentRun.run(() -> System.out.println("in another run: " + count.call()));
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
