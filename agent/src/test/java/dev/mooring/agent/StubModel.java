package dev.mooring.agent;

import dev.mooring.agent.model.ChatEntry;
import dev.mooring.agent.model.Media;
import dev.mooring.agent.model.Model;
import dev.mooring.agent.model.ModelFailed;
import dev.mooring.agent.model.ModelRequest;
import dev.mooring.agent.model.ModelTurn;
import dev.mooring.agent.model.TextListener;
import dev.mooring.agent.model.ToolAnswer;
import dev.mooring.agent.model.ToolRequest;
import dev.mooring.agent.model.Usage;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Set;

/** A model with predefined turns, which records its requests. */
final class StubModel implements Model {
    private final Deque<Turn> turns = new ArrayDeque<>();
    private final List<ModelRequest> requests = new ArrayList<>();
    private Set<Media> accepts = Set.of();

    /** One predefined turn. */
    interface Turn {
        ModelTurn turn(ModelRequest request, TextListener text) throws ModelFailed, InterruptedException;

        /** Repeats the turn until a tool returns the given result, and then answers with it. */
        default Turn until(String result) {
            return new Repeated(this, result);
        }
    }

    private record Repeated(Turn turn, String expected) implements Turn {
        @Override
        public ModelTurn turn(ModelRequest request, TextListener text) throws ModelFailed, InterruptedException {
            return results(request).contains(expected)
                    ? ModelTurn.answer(expected, Usage.NONE)
                    : turn.turn(request, text);
        }
    }

    static StubModel of(Turn... turns) {
        StubModel model = new StubModel();
        model.turns.addAll(Arrays.asList(turns));
        return model;
    }

    StubModel accepting(Media... media) {
        accepts = Set.of(media);
        return this;
    }

    static Turn says(String text) {
        return (request, listener) -> {
            listener.onText(text);
            return ModelTurn.answer(text, new Usage(10, 1, 0));
        };
    }

    static Turn fails(ModelFailed failure) {
        return (request, text) -> {
            throw failure;
        };
    }

    /** Calls tools, given as pairs of a name and arguments. */
    static Turn calls(String... namesAndArguments) {
        return (request, text) -> {
            List<ToolRequest> calls = new ArrayList<>();
            for (int i = 0; i < namesAndArguments.length; i += 2) {
                calls.add(new ToolRequest("call_" + i / 2, namesAndArguments[i], namesAndArguments[i + 1]));
            }
            return new ModelTurn("", calls, new Usage(10, 1, 0), ModelTurn.StopReason.CALLS, null);
        };
    }

    /** Answers with the results of the last turn. */
    static Turn saysResults() {
        return (request, text) -> ModelTurn.answer(String.join(" | ", results(request)), Usage.NONE);
    }

    static List<String> results(ModelRequest request) {
        return request.conversation().getLast() instanceof ChatEntry.ToolMessage(List<ToolAnswer> answers)
                ? answers.stream()
                        .map(answer -> (answer.result().isError() ? "ERROR " : "")
                                + answer.result().text())
                        .toList()
                : List.of();
    }

    synchronized List<ModelRequest> requests() {
        return List.copyOf(requests);
    }

    @Override
    public String name() {
        return "stub/" + turns.size();
    }

    @Override
    public Set<Media> accepts() {
        return accepts;
    }

    @Override
    public ModelTurn answer(ModelRequest request, TextListener text) throws ModelFailed, InterruptedException {
        Turn turn;
        synchronized (this) {
            requests.add(request);
            turn = turns.peekFirst() instanceof Repeated ? turns.peekFirst() : turns.pollFirst();
        }
        if (turn == null) {
            throw new AssertionError("The model has no further turns");
        }
        return turn.turn(request, text);
    }
}
