package dev.mooring.app;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import picocli.CommandLine.IVersionProvider;

/** The version of Mooring, from the resource {@code version.txt} that the build writes. */
final class Version implements IVersionProvider {
    /** Returns the name and the version of the program. */
    static String line() {
        return "mooring " + number();
    }

    static String number() {
        try (var text = Objects.requireNonNull(Version.class.getResourceAsStream("version.txt"))) {
            return new String(text.readAllBytes(), StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read version.txt", e);
        }
    }

    @Override
    public String[] getVersion() {
        return new String[] {line()};
    }
}
