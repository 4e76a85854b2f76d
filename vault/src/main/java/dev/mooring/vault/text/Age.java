package dev.mooring.vault.text;

import java.time.Duration;

/** Formats ages, such as that of a suggestion, for people. */
public final class Age {

    private Age() {}

    /** Returns an age such as "just now", "5 min ago", "3 h ago" or "2 d ago". */
    public static String ago(Duration age) {
        if (age.toMinutes() < 1) {
            return "just now";
        }
        if (age.toHours() < 1) {
            return age.toMinutes() + " min ago";
        }
        return age.toDays() < 1 ? age.toHours() + " h ago" : age.toDays() + " d ago";
    }
}
