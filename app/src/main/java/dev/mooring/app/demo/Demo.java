package dev.mooring.app.demo;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;
import picocli.CommandLine.Help.Ansi;

/** The scenes in their order. Leaves nothing behind, neither files nor processes. */
public final class Demo {
    private Demo() {}

    public static void play(PrintWriter out, Ansi colour) throws Exception {
        Stage stage = new Stage(out, colour);
        Path folder = Files.createTempDirectory("mooring-demo");
        try {
            new DocumentsScene(stage, folder).play();
        } finally {
            delete(folder);
        }
        new SessionsScene(stage).play();
        stage.scene("Next steps");
        stage.step("mooring serve FOLDER   serves your own documents, and prints the lines for your assistant");
        stage.step("mooring --help         what else there is");
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
