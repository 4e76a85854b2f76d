package dev.mooring.agent.model;

import org.apiguardian.api.API;

/** A listener for a model's text while the model produces the text. Implementations return quickly. */
@API(status = API.Status.MAINTAINED, since = "0.1")
@FunctionalInterface
public interface TextListener {
    /** Receives the next piece of text, which is never empty. */
    void onText(String text);
}
