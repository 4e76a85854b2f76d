package dev.mooring.vault.text;

import java.time.Duration;

/** How long ago something was, in a few words. */
public final class Age {

    private Age() {}

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
