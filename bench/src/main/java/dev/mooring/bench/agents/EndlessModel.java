package dev.mooring.bench.agents;

import dev.mooring.agent.model.ChatEntry;
import dev.mooring.agent.model.Model;
import dev.mooring.agent.model.ModelRequest;
import dev.mooring.agent.model.ModelTurn;
import dev.mooring.agent.model.TextListener;
import dev.mooring.agent.model.ToolRequest;
import dev.mooring.agent.model.Usage;
import dev.mooring.bench.measure.Samples;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A model without latency. It requests the same tool for a number of rounds, then answers. It records the time from the
 * end of each turn to the next request, for one agent at a time.
 */
final class EndlessModel implements Model {
    private final ModelTurn calling;
    private final int rounds;
    private Samples pauses = new Samples();
    private long lastTurnEnded;

    EndlessModel(String tool, String arguments, int atOnce, int rounds) {
        List<ToolRequest> calls = IntStream.range(0, atOnce)
                .mapToObj(i -> new ToolRequest("call_" + i, tool, arguments))
                .toList();
        this.calling = new ModelTurn("", calls, new Usage(1, 1, 0), ModelTurn.StopReason.CALLS, null);
        this.rounds = rounds;
    }

    @Override
    public String name() {
        return "bench/endless";
    }

    @Override
    public ModelTurn answer(ModelRequest request, TextListener text) {
        long requested = System.nanoTime();
        boolean isFirst = request.conversation().getLast() instanceof ChatEntry.UserMessage;
        boolean isLast = request.conversation().size() > 2 * rounds;
        synchronized (this) {
            if (!isFirst) {
                pauses.add(requested - lastTurnEnded);
            }
            lastTurnEnded = System.nanoTime();
        }
        return isLast ? ModelTurn.answer("done", Usage.NONE) : calling;
    }

    /** Returns the times recorded since the last call. */
    synchronized Samples take() {
        Samples taken = pauses;
        pauses = new Samples();
        return taken;
    }
}
