package dev.mooring.app;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Parses ages such as {@code 30m}, {@code 12h}, {@code 7d} and {@code 2w}. */
final class AgeConverter implements ITypeConverter<Duration> {
    private static final Pattern AGE = Pattern.compile("(\\d{1,6})([smhdw])");

    @Override
    public Duration convert(String value) {
        Matcher age = AGE.matcher(value.strip());
        if (!age.matches()) {
            throw new TypeConversionException(
                    "'" + value + "' is not an age. Write a number and s, m, h, d or w, such as 7d");
        }
        long number = Long.parseLong(age.group(1));
        return switch (age.group(2)) {
            case "s" -> Duration.ofSeconds(number);
            case "m" -> Duration.ofMinutes(number);
            case "h" -> Duration.ofHours(number);
            case "d" -> Duration.ofDays(number);
            default -> Duration.ofDays(7 * number);
        };
    }
}
