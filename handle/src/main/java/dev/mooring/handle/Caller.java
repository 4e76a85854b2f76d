package dev.mooring.handle;

import java.io.Serializable;

/** Who asks: a principal where callers are authenticated, anyone where they are not. */
public sealed interface Caller extends Serializable {

    /** The caller of a server that knows no principals. */
    Caller ANYONE = new Anyone();

    static Caller principal(String name) {
        return new Principal(name);
    }

    record Anyone() implements Caller {}

    record Principal(String name) implements Caller {}
}
