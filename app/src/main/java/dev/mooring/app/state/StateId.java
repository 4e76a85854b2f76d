package dev.mooring.app.state;

import dev.mooring.app.hash.Sha256;

/** Names of state folders that are derived from what the state belongs to. */
public final class StateId {
    private static final int CHARACTERS = 16;

    private StateId() {}

    /** Returns 16 hexadecimal digits, the same for the same text. */
    public static String of(String text) {
        return Sha256.hex(text).substring(0, CHARACTERS);
    }
}
