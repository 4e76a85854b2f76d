package dev.mooring.app.web;

import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;

/** How this program was started, for those who shall start it again. */
public final class Launcher {
    private static final Path FROM_JAR_TO_LAUNCHER = Path.of("../../../../../mooring");

    private Launcher() {}

    /** The launcher that this program's jar belongs to, or its bare name. */
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
                // Started in some other way.
            }
        }
        return "mooring";
    }
}
