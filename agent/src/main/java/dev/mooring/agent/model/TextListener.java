package dev.mooring.agent.model;

/** Hears a model's words as they come. Must be quick. */
@FunctionalInterface
public interface TextListener {
    /** Words to be added to those before; never empty. */
    void heard(String words);
}
