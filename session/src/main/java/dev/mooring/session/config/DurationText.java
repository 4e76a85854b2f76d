package dev.mooring.session.config;

import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apiguardian.api.API;

/**
 * Durations as people write them: {@code 500ms}, {@code 30s}, {@code 10m}, {@code 2h}. A number without a unit means seconds.
 * The maximum is a year, so that sums and nanoseconds do not overflow.
 */
@API(status = API.Status.MAINTAINED, since = "0.1")
public final class DurationText {
    /** The longest duration, as text for messages. */
    public static final String MAX = "8760h";

    private static final Duration MAX_DURATION = Duration.ofDays(365);
    private static final Pattern FORM = Pattern.compile("(\\d+(?:\\.\\d+)?)\\s*(ms|s|m|h)?");

    private DurationText() {}

    /** Parses a duration, rounded to milliseconds. Returns empty if the text is not a duration, or one longer than {@link #MAX}. */
    public static Optional<Duration> parse(String text) {
        Matcher matcher = FORM.matcher(text.strip());
        if (!matcher.matches()) {
            return Optional.empty();
        }
        String unit = matcher.group(2) == null ? "s" : matcher.group(2);
        double seconds = Double.parseDouble(matcher.group(1))
                * switch (unit) {
                    case "ms" -> 0.001;
                    case "m" -> 60;
                    case "h" -> 3600;
                    default -> 1;
                };
        return Optional.of(Duration.ofMillis(Math.round(seconds * 1000)))
                .filter(duration -> duration.compareTo(MAX_DURATION) <= 0);
    }
}
