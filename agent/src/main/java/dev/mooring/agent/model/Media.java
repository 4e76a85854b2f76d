package dev.mooring.agent.model;

/** What can be shown to a model besides text. */
public enum Media {
    IMAGE,
    AUDIO
}
