package dev.mooring.run;

/** An end hook's place in its scope. */
@FunctionalInterface
public interface Registration extends AutoCloseable {
    /** Takes the hook out, so that it will not run. Does nothing when it has run, is running, or was taken out before. */
    @Override
    void close();
}
