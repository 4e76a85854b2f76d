package dev.mooring.session.config;

/** A file of tool servers that cannot be used; says which file, which server, which key, and what to do. */
public final class InvalidServersFile extends Exception {
    InvalidServersFile(String message) {
        super(message);
    }
}
