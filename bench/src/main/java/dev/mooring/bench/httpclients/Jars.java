package dev.mooring.bench.httpclients;

import java.io.File;
import java.util.Arrays;
import java.util.List;

/** What libraries weigh. */
final class Jars {
    private Jars() {}

    /** The size of all jars on the class path whose names begin so. */
    static long bytes(List<String> beginnings) {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(File::new)
                .filter(jar -> beginnings.stream().anyMatch(jar.getName()::startsWith))
                .mapToLong(File::length)
                .sum();
    }
}
