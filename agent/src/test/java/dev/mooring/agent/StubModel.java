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

/** A model whose turns are laid down, and which remembers what it was asked. */
final class StubModel implements Model {
    private final Deque<Play> plays = new ArrayDeque<>();
    private final List<ModelRequest> requests = new ArrayList<>();
    private Set<Media> accepts = Set.of();

    /** One turn. */
    interface Play {
        ModelTurn turn(ModelRequest request, TextListener text) throws ModelFailed, InterruptedException;

        /** The same turn again and again, until a result is as wanted; then that is said. */
        default Play until(String result) {
            return new Repeated(this, result);
        }
    }

    private record Repeated(Play play, String wanted) implements Play {
        @Override
        public ModelTurn turn(ModelRequest request, TextListener text) throws ModelFailed, InterruptedException {
            return results(request).contains(wanted) ? ModelTurn.answer(wanted, Usage.NONE) : play.turn(request, text);
        }
    }

    static StubModel of(Play... plays) {
        StubModel played = new StubModel();
        played.plays.addAll(Arrays.asList(plays));
        return played;
    }

    StubModel accepting(Media... media) {
        accepts = Set.of(media);
        return this;
    }

    static Play says(String text) {
        return (request, heard) -> {
            heard.onText(text);
            return ModelTurn.answer(text, new Usage(10, 1, 0));
        };
    }

    static Play fails(ModelFailed failure) {
        return (request, heard) -> {
            throw failure;
        };
    }

    /** Each call as its name and its arguments. */
    static Play calls(String... namesAndArguments) {
        return (request, heard) -> {
            List<ToolRequest> calls = new ArrayList<>();
            for (int i = 0; i < namesAndArguments.length; i += 2) {
                calls.add(new ToolRequest("call_" + i / 2, namesAndArguments[i], namesAndArguments[i + 1]));
            }
            return new ModelTurn("", calls, new Usage(10, 1, 0), ModelTurn.StopReason.CALLS, null);
        };
    }

    /** Says what the last results were, one after another. */
    static Play saysResults() {
        return (request, heard) -> ModelTurn.answer(String.join(" | ", results(request)), Usage.NONE);
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
        return "played/" + plays.size();
    }

    @Override
    public Set<Media> accepts() {
        return accepts;
    }

    @Override
    public ModelTurn answer(ModelRequest request, TextListener text) throws ModelFailed, InterruptedException {
        Play play;
        synchronized (this) {
            requests.add(request);
            play = plays.peekFirst() instanceof Repeated ? plays.peekFirst() : plays.pollFirst();
        }
        if (play == null) {
            throw new AssertionError("nothing is left to play");
        }
        return play.turn(request, text);
    }
}
