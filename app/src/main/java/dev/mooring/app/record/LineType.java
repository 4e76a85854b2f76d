package dev.mooring.app.record;

/** The types of lines in a saved run: the values of the field {@code event}. */
final class LineType {
    /** The first line: what runs, since when, and in which process. */
    static final String RUN = "run";

    /** An agent starts. A line without {@code parent} is the agent of the run itself. */
    static final String AGENT = "agent";

    static final String AGENT_ENDED = "agent-ended";

    /** A model turn starts. {@link TurnInputs} defines the fields for its input. */
    static final String TURN = "turn";

    static final String TURN_ENDED = "turn-ended";

    /** A tool call starts. */
    static final String CALL = "call";

    static final String CALL_ENDED = "call-ended";

    /** A session changes its state; the field {@code what} has the new state. */
    static final String SESSION = "session";

    /** A remark about an agent's work, such as a retry. */
    static final String NOTE = "note";

    /** The last line: the outcome and the totals. Missing while the program runs, and if the program was killed. */
    static final String ENDED = "ended";

    private LineType() {}
}
