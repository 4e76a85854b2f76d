package dev.mooring.handle;

import java.time.Duration;

/**
 * How long a handle lives without use, and how many may live at once.
 *
 * @param idle time without use after which a handle is gone
 * @param perPrincipal the most that one principal may hold; does not apply to {@link Caller#ANYONE}
 * @param overall the most that the store holds
 */
public record HandleLimits(Duration idle, int perPrincipal, int overall) {

    public static final HandleLimits DEFAULT = new HandleLimits(Duration.ofHours(1), 10_000, 100_000);

    public HandleLimits {
        if (!idle.isPositive() || perPrincipal < 1 || overall < 1) {
            throw new IllegalArgumentException(
                    "Limits must be positive: " + idle + ", " + perPrincipal + ", " + overall);
        }
    }
}
