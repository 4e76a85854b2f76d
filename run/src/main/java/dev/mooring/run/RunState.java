package dev.mooring.run;

/** How far a run, or one of its scopes, has come. It only ever moves forward. */
public enum RunState {
    /** At work: forks, joins and end hooks are accepted. */
    OPEN,
    /** The body is over or was cancelled: nothing new is accepted, what is in flight is waited for, then the hooks run. */
    CLOSING,
    /** Over, and every end hook has run. */
    ENDED
}
