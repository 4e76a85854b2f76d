package dev.mooring.app;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Commands that start the program in a JVM of its own. {@code ./check} names the folder that the launcher has built, so that
 * hundreds of JVMs start with its AOT cache. Without that folder, the program starts from the class path of the tests.
 */
public final class ChildJvm {
    /** Runs as {@code build/launch.sh} runs short commands. */
    private static final List<String> JVM = List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-XX:-UsePerfData",
            "--enable-native-access=ALL-UNNAMED",
            "-Xlog:disable",
            "-Xlog:all=warning,aot*=off,cds*=off:stderr");

    /** Initialized on first use. */
    private static final class Program {
        static final List<String> OPTIONS = options(System.getProperty("mooring.built"));

        private static List<String> options(String built) {
            return built == null
                    ? List.of("-cp", System.getProperty("java.class.path"))
                    : List.of("-XX:AOTCache=" + built + "/mooring.aot", "-cp", classPath(built));
        }

        /** Returns the class path of the launcher. The cache depends on its order. */
        private static String classPath(String built) {
            try {
                Process shell = new ProcessBuilder(
                                "bash",
                                "-c",
                                ". build/launch.sh && list_jars \"$0\" && printf %s \"$class_path\"",
                                built)
                        .directory(Mooring.ROOT.toFile())
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
                String jars = new String(shell.getInputStream().readAllBytes(), UTF_8);
                if (!jars.contains("mooring-app.jar")) {
                    throw new IllegalStateException("The launcher has not built the program in " + built);
                }
                return jars;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private ChildJvm() {}

    /** Returns the command that runs the program. */
    public static List<String> mooring(String... arguments) {
        List<String> command = new ArrayList<>(JVM);
        command.addAll(Program.OPTIONS);
        command.add(Main.class.getName());
        command.addAll(List.of(arguments));
        return command;
    }
}
