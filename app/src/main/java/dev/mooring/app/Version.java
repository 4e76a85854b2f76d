package dev.mooring.app;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import picocli.CommandLine.IVersionProvider;

/** The version that the build wrote into the resource {@code version.txt}. */
final class Version implements IVersionProvider {
    /** One line for people: the program's name and its version. */
    static String line() {
        return "mooring " + number();
    }

    static String number() {
        try (var text = Objects.requireNonNull(Version.class.getResourceAsStream("version.txt"))) {
            return new String(text.readAllBytes(), StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            throw new UncheckedIOException("the version inside the program cannot be read", e);
        }
    }

    @Override
    public String[] getVersion() {
        return new String[] {line()};
    }
}
