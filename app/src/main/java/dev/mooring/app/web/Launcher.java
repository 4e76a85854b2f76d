package dev.mooring.app.web;

import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;

/** Finds the command that starts this program. */
public final class Launcher {
    private static final Path FROM_JAR_TO_LAUNCHER = Path.of("../../../../../mooring");

    private Launcher() {}

    /** Returns the path of the launcher beside this program's jar; {@code mooring} if no launcher is there. */
    public static String command() {
        CodeSource source = Launcher.class.getProtectionDomain().getCodeSource();
        if (source != null) {
            try {
                Path launcher = Path.of(source.getLocation().toURI())
                        .resolve(FROM_JAR_TO_LAUNCHER)
                        .normalize();
                if (Files.isExecutable(launcher) && Files.isRegularFile(launcher)) {
                    return launcher.toString();
                }
            } catch (URISyntaxException e) {
                // Not started from a file: use the bare name.
            }
        }
        return "mooring";
    }
}
