package dev.mooring.vault.edit;

import java.security.SecureRandom;

/** Creates the short ids that the marks of one edit share. */
public final class GroupId {

    private static final String DIGITS = "0123456789abcdefghjkmnpqrstvwxyz";
    private static final int LENGTH = 8;
    private static final SecureRandom RANDOM = new SecureRandom();

    private GroupId() {}

    /** Returns a new id: 40 random bits, which are enough to be unique among the edits of one folder. */
    public static String next() {
        var id = new StringBuilder(LENGTH);
        RANDOM.ints(LENGTH, 0, DIGITS.length()).forEach(digit -> id.append(DIGITS.charAt(digit)));
        return id.toString();
    }
}
