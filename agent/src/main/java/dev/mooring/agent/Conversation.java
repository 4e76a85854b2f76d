package dev.mooring.agent;

import dev.mooring.agent.model.ChatEntry;
import dev.mooring.run.RunScope;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.StringNode;

/**
 * A conversation with an agent that remembers what was said. Hold it inside one run, so that the state behind the tools lives as long:
 *
 * <pre>{@code
 * AgentRun.run(() -> {
 *     Conversation conversation = agent.conversation(options);
 *     conversation.say("Note that Ada likes tea.");
 *     conversation.say("What does Ada like?");
 * });
 * }</pre>
 *
 * One answer at a time; {@link #stop} may be called by any thread.
 */
public final class Conversation {
    private final Agent agent;
    private final InvokeOptions options;
    private final Transcript transcript = new Transcript();
    private volatile @Nullable Invocation current;

    Conversation(Agent agent, InvokeOptions options) {
        this.agent = agent;
        this.options = options;
    }

    /**
     * Says something and waits for the answer. The agent's limits bind each answer by itself.
     *
     * @return an answer, or what there was of it if a limit was reached or it was stopped
     * @throws AgentFailed if there is none; what was said and done is remembered all the same
     * @throws dev.mooring.run.NotInRun if no run is bound on this thread
     */
    public AgentAnswer say(String text) throws AgentFailed, InterruptedException {
        RunScope.require();
        Invocation invocation = new Invocation(agent, options, transcript, null);
        current = invocation;
        try {
            return invocation.run(StringNode.valueOf(text));
        } finally {
            current = null;
        }
    }

    /** Stops the answer that is under way, with all its calls, and nothing else. Does nothing if there is none. */
    public void stop(String reason) {
        Invocation underWay = current;
        if (underWay != null) {
            underWay.stop(reason);
        }
    }

    /** Everything so far. Not while an answer is under way. */
    public List<ChatEntry> history() {
        return transcript.entries();
    }
}
