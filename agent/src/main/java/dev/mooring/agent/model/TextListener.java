package dev.mooring.agent.model;

import org.apiguardian.api.API;

/** Receives a model's text while the model produces it. Implementations return quickly. */
@API(status = API.Status.MAINTAINED, since = "0.1")
@FunctionalInterface
public interface TextListener {
    /** Receives the next piece of text, which is never empty. */
    void onText(String text);
}
