package dev.mooring.bench.httpclients;

import java.io.File;
import java.util.Arrays;
import java.util.List;

/** The size of libraries. */
final class Jars {
    private Jars() {}

    /** Returns the total size of the jars on the class path whose names have one of the prefixes. */
    static long bytes(List<String> beginnings) {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(File::new)
                .filter(jar -> beginnings.stream().anyMatch(jar.getName()::startsWith))
                .mapToLong(File::length)
                .sum();
    }
}
