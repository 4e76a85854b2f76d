package dev.mooring.agent.model;

import org.apiguardian.api.API;

/** A type of content, other than text, that a model may accept in tool results. */
@API(status = API.Status.MAINTAINED, since = "0.1")
public enum Media {
    /** A still image. */
    IMAGE,
    /** A sound recording. */
    AUDIO
}
