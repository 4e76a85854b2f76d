package dev.mooring.session.config;

import org.apiguardian.api.API;

/** A file of tool servers that cannot be used; says which file, which server, which key, and what to do. */
@API(status = API.Status.MAINTAINED, since = "0.1")
public final class InvalidServersFile extends Exception {
    InvalidServersFile(String message) {
        super(message);
    }
}
