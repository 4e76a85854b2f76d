package dev.mooring.session;

import org.apiguardian.api.API;

/** The era that a gateway announces to dual-era clients. */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public enum Front {
    /** Legacy if the server keeps state in sessions, so that a client keeps its session; else modern. */
    AUTO,
    /** Legacy: the answer to {@code server/discover} sends the client to {@code initialize}. */
    LEGACY,
    /** Modern: {@code server/discover} is answered as the specification says. */
    MODERN
}
