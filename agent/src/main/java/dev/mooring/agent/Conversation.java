package dev.mooring.agent;

import dev.mooring.agent.model.ChatEntry;
import dev.mooring.run.RunScope;
import java.util.List;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.StringNode;

/**
 * A conversation with an agent, which remembers all messages. Use it inside one run, so that the state behind the tools lives as long:
 *
 * <pre>{@code
 * AgentRun.run(() -> {
 *     Conversation conversation = agent.conversation(options);
 *     conversation.say("Note that Ada likes tea.");
 *     conversation.say("What does Ada like?");
 * });
 * }</pre>
 *
 * Only one thread at a time may call {@link #say}. Any thread may call {@link #stop}.
 */
@API(status = API.Status.MAINTAINED, since = "0.1")
public final class Conversation {
    private final Agent agent;
    private final InvokeOptions options;
    private final Transcript transcript;
    private volatile @Nullable Invocation current;

    Conversation(Agent agent, InvokeOptions options) {
        this.agent = agent;
        this.options = options;
        this.transcript = Transcript.in(options.transcript());
        this.transcript.awaitMessage();
    }

    /**
     * Sends a message and waits for the answer. The agent's limits apply to each answer separately.
     *
     * @return the answer, or the text so far if a limit was reached or the answer was stopped
     * @throws AgentFailed if the agent cannot continue; the conversation keeps the messages so far
     * @throws dev.mooring.run.NotInRun if no run is bound to this thread
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

    /** Stops the answer in progress with all its tool calls. Does nothing if no answer is in progress. */
    public void stop(String reason) {
        Invocation running = current;
        if (running != null) {
            running.stop(reason);
        }
    }

    /** Returns all messages so far. Incomplete while an answer is in progress. */
    public List<ChatEntry> history() {
        return transcript.entries();
    }
}
