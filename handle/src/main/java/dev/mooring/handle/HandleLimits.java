package dev.mooring.handle;

import java.time.Duration;
import org.apiguardian.api.API;

/**
 * The idle timeout of handles and how many a store keeps.
 *
 * @param idle time without use after which a handle expires
 * @param perPrincipal how many handles one principal can hold; does not apply to {@link HandleOwner#ANONYMOUS}
 * @param overall how many handles the store keeps
 */
@API(status = API.Status.MAINTAINED, since = "0.1")
public record HandleLimits(Duration idle, int perPrincipal, int overall) {

    /** One hour, 10,000 handles per principal, 100,000 handles overall. */
    public static final HandleLimits DEFAULT = new HandleLimits(Duration.ofHours(1), 10_000, 100_000);

    /**
     * Checks the limits.
     *
     * @throws IllegalArgumentException if a limit is not positive
     */
    public HandleLimits {
        if (!idle.isPositive() || perPrincipal < 1 || overall < 1) {
            throw new IllegalArgumentException("Handle limits must be positive: idle " + idle + ", perPrincipal "
                    + perPrincipal + ", overall " + overall);
        }
    }
}
