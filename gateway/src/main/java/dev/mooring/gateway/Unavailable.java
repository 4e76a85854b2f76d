package dev.mooring.gateway;

/** A server cannot be reached now; the message says which and why, without secrets. */
final class Unavailable extends Exception {
    Unavailable(String message) {
        super(message);
    }
}
