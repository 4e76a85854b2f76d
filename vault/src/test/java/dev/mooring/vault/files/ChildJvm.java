package dev.mooring.vault.files;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Starts programs of the tests in their own process. */
public final class ChildJvm {

    private ChildJvm() {}

    /** Starts a class with a main method. Its standard error goes to the test's. */
    public static Process start(Class<?> program, String... arguments) throws IOException {
        return start(List.of(), program, arguments);
    }

    /** Starts a class with a main method through another program, such as one that changes the user. */
    static Process start(List<String> through, Class<?> program, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(through);
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xshare:auto",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                program.getName()));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }
}
