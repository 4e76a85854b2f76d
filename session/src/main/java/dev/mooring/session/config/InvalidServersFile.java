package dev.mooring.session.config;

import org.apiguardian.api.API;

/** Thrown if a file of tool servers cannot be used. The message names the file, the server, the key, and what to do. */
@API(status = API.Status.MAINTAINED, since = "0.1")
public final class InvalidServersFile extends Exception {
    /** Creates an exception with a message for people. */
    public InvalidServersFile(String message) {
        super(message);
    }
}
