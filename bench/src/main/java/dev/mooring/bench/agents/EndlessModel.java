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
 * A model that takes no time: it has the same tool called for so many rounds and then answers. It keeps how long it was between the end of a
 * turn and the next time it was asked, for one agent at a time.
 */
final class EndlessModel implements Model {
    private final ModelTurn calling;
    private final int rounds;
    private Samples pauses = new Samples();
    private long left;

    EndlessModel(String tool, String arguments, int atOnce, int rounds) {
        List<ToolRequest> calls = IntStream.range(0, atOnce)
                .mapToObj(i -> new ToolRequest("call_" + i, tool, arguments))
                .toList();
        this.calling = new ModelTurn("", calls, new Usage(1, 1, 0), ModelTurn.StopReason.CALLS, null);
        this.rounds = rounds;
    }

    @Override
    public String name() {
        return "bench/tireless";
    }

    @Override
    public ModelTurn answer(ModelRequest request, TextListener text) {
        long asked = System.nanoTime();
        boolean isFirst = request.conversation().getLast() instanceof ChatEntry.UserMessage;
        boolean isLast = request.conversation().size() > 2 * rounds;
        synchronized (this) {
            if (!isFirst) {
                pauses.add(asked - left);
            }
            left = System.nanoTime();
        }
        return isLast ? ModelTurn.answer("done", Usage.NONE) : calling;
    }

    /** What was kept since the last time. */
    synchronized Samples take() {
        Samples taken = pauses;
        pauses = new Samples();
        return taken;
    }
}
