package dev.mooring.run;

/** The body behind a {@link RunStream} threw; what it threw is the cause. */
public final class StreamFailed extends RuntimeException {
    private static final long serialVersionUID = 1;

    StreamFailed(String scopeId, Throwable cause) {
        super("The run behind the stream failed (" + scopeId + "): " + cause, cause);
    }
}
