package dev.mooring.vault.files;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Starts programs of the tests in their own process. */
public final class ChildJvm {

    private static final Path SETPRIV = Path.of("/usr/bin/setpriv");

    /** The capabilities that let root access the files of others and ignore permissions. */
    private static final String FILE_CAPABILITIES = "-chown,-fowner,-fsetid,-lease,-dac_override,-dac_read_search";

    private ChildJvm() {}

    /** Starts a class with a main method. Its standard error goes to the test's. */
    public static Process start(Class<?> program, String... arguments) throws IOException {
        return start(List.of(), program, arguments);
    }

    /**
     * Starts a class with a main method that has the file permissions of an ordinary user: if the tests run as root, without
     * root's capabilities. Skips the test if they cannot be dropped.
     */
    public static Process startAsOrdinaryUser(Class<?> program, String... arguments) throws IOException {
        if (!isRoot()) {
            return start(program, arguments);
        }
        assumeTrue(Files.isExecutable(SETPRIV), "setpriv drops capabilities");
        List<String> setpriv =
                List.of(SETPRIV.toString(), "--clear-groups", "--inh-caps=-all", "--bounding-set=" + FILE_CAPABILITIES);
        return start(setpriv, program, arguments);
    }

    /** Starts a class with a main method. It can write files of at most 100 KB; a longer write fails halfway. */
    public static Process startWithLimitedFileSize(Class<?> program, String... arguments) throws IOException {
        return start(List.of("sh", "-c", "ulimit -f 200 && exec \"$@\"", "sh"), program, arguments);
    }

    /** Returns whether the tests run as root, who can give a file to another user. */
    static boolean isRoot() {
        return System.getProperty("user.name").equals("root");
    }

    private static Process start(List<String> through, Class<?> program, String... arguments) throws IOException {
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
