package dev.mooring.gateway;

/** Thrown if an upstream server has no listing. The message names the server and the reason, without secrets. */
final class Unavailable extends Exception {
    Unavailable(String message) {
        super(message);
    }
}
