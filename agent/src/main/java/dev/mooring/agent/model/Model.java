package dev.mooring.agent.model;

import java.util.Set;
import org.apiguardian.api.API;

/** A language model. Implementations are safe for use by many threads at once. */
@API(status = API.Status.MAINTAINED, since = "0.1")
public interface Model {
    /** Returns the name with the provider as prefix, for example {@code openai/gpt-5}. */
    String name();

    /** Returns the media types that the model accepts in tool results, in addition to text. */
    default Set<Media> accepts() {
        return Set.of();
    }

    /**
     * Takes one turn. Makes a single attempt: the caller decides about retries.
     *
     * @param text receives the text of the turn piece by piece, on one thread at a time. It has received all text when this method
     *     returns
     * @throws ModelFailed if the model does not complete the turn
     * @throws InterruptedException if the thread is interrupted; the request is aborted
     */
    ModelTurn answer(ModelRequest request, TextListener text) throws ModelFailed, InterruptedException;
}
