package dev.mooring.run;

import org.apiguardian.api.API;

/** The registration of an end hook. */
@API(status = API.Status.MAINTAINED, since = "0.1")
@FunctionalInterface
public interface Registration extends AutoCloseable {
    /** Removes the hook. Has no effect if the hook has run, is running, or was removed before. */
    @Override
    void close();
}
