package dev.mooring.bench.measure;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.Predicate;

/**
 * Something that a benchmark needs on the machine.
 *
 * @param name the name, for messages
 * @param remedy the command that installs it
 * @param isPresent whether it is installed, given the root folder of the project
 */
public record Prerequisite(String name, String remedy, Predicate<Path> isPresent) {
    /** The pinned packages from npm, among them the reference servers and Node. */
    public static final Prerequisite COUNTERPARTS = new Prerequisite(
            "the npm packages in counterparts/",
            "./check, or npm ci --ignore-scripts in counterparts/",
            root -> Files.isDirectory(root.resolve("counterparts/node_modules")));

    /** Returns a prerequisite for a program on the search path, from the Debian package of the given name. */
    public static Prerequisite program(String program, String debianPackage) {
        return new Prerequisite(program, "apt-get install " + debianPackage, _ -> isOnPath(program));
    }

    private static boolean isOnPath(String program) {
        String path = System.getenv().getOrDefault("PATH", "");
        return Arrays.stream(path.split(File.pathSeparator))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
    }
}
