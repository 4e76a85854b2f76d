package dev.mooring.session.config;

import org.apiguardian.api.API;

/** Thrown when a file of tool servers is invalid. The message names the file, the server, the key, and what to do. */
@API(status = API.Status.MAINTAINED, since = "0.1")
public final class InvalidServersFile extends Exception {
    InvalidServersFile(String message) {
        super(message);
    }
}
