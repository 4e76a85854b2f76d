package dev.mooring.app.record;

/** The kinds of lines in a saved run, by their field {@code event}. */
final class LineType {
    /** First: what runs, since when, in which process. */
    static final String RUN = "run";

    /** An agent begins; one that no other called is at the top. */
    static final String AGENT = "agent";

    static final String AGENT_ENDED = "agent-ended";

    /** A model is asked. */
    static final String TURN = "turn";

    static final String TURN_ENDED = "turn-ended";

    static final String CALL = "call";

    static final String CALL_ENDED = "call-ended";

    /** Something happened to a session; {@code what} says it. */
    static final String SESSION = "session";

    /** Something to know, such as another attempt. */
    static final String NOTE = "note";

    /** Last: how it came out, with sums. Without it the program was killed, or is still at it. */
    static final String ENDED = "ended";

    private LineType() {}
}
