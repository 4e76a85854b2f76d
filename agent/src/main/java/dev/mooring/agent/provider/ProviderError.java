package dev.mooring.agent.provider;

import dev.langchain4j.exception.HttpException;
import java.net.http.HttpHeaders;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** An HTTP response with an error status, and the wait time from its headers. */
final class ProviderError extends HttpException {
    private static final long serialVersionUID = 1;

    private final transient @Nullable Duration retryAfter;

    ProviderError(int status, String body, HttpHeaders headers) {
        super(status, body);
        this.retryAfter = retryAfter(headers).orElse(null);
    }

    @Nullable
    Duration retryAfter() {
        return retryAfter;
    }

    /** Prefers the milliseconds that OpenAI and Anthropic add to the standard header with seconds or a date. */
    private static Optional<Duration> retryAfter(HttpHeaders headers) {
        Optional<Duration> exact = headers.firstValue("retry-after-ms")
                .flatMap(ProviderError::number)
                .map(millis -> Duration.ofMillis((long) (double) millis));
        return exact.isPresent() ? exact : headers.firstValue("retry-after").flatMap(ProviderError::secondsOrDate);
    }

    private static Optional<Duration> secondsOrDate(String value) {
        Optional<Double> seconds = number(value);
        if (seconds.isPresent()) {
            return Optional.of(Duration.ofMillis((long) (seconds.get() * 1000)));
        }
        try {
            Duration until =
                    Duration.between(Instant.now(), ZonedDateTime.parse(value, DateTimeFormatter.RFC_1123_DATE_TIME));
            return Optional.of(until.isNegative() ? Duration.ZERO : until);
        } catch (DateTimeParseException e) {
            return Optional.empty();
        }
    }

    private static Optional<Double> number(String value) {
        try {
            double number = Double.parseDouble(value.strip());
            return number >= 0 && number < 1e9 ? Optional.of(number) : Optional.empty();
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }
}
