package dev.mooring.app.record;

/** No saved run, or more than one, is meant by an id. */
public final class UnknownRun extends Exception {
    private static final long serialVersionUID = 1;

    UnknownRun(String message) {
        super(message);
    }
}
