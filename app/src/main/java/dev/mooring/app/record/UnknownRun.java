package dev.mooring.app.record;

/** Thrown if no saved run, or more than one, matches an id. */
public final class UnknownRun extends Exception {
    private static final long serialVersionUID = 1;

    UnknownRun(String message) {
        super(message);
    }
}
